import { describe, expect, it } from 'vitest'
import { insideElement, withoutElements } from './xml.ts'

describe('elements of XML', () => {
  it('are left out, however many there are', () => {
    const text = '<a>1</a><b>2</b>x<a>3</a><c>4</c>'
    expect(withoutElements(text, 'a', 'c')).toBe('<b>2</b>x')
    expect(withoutElements(text, 'none')).toBe(text)
    expect(withoutElements('<a><a>1</a>', 'a')).toBe('')
    expect(withoutElements('1<a>2', 'a')).toBe('1<a>2')
  })

  it('are looked into', () => {
    expect(insideElement('<x><a>1</a><a>2</a></x>', 'a')).toBe('1')
    expect(insideElement('<a>', 'a')).toBe('')
  })

  it('take no long time in a hostile text', () => {
    const text = '<a>'.repeat(300_000)
    expect(withoutElements(text, 'a')).toBe(text)
    expect(insideElement(text, 'a')).toBe('')
  })
})
