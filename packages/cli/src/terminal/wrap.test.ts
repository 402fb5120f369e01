import { describe, expect, it } from 'vitest'
import { wrapFor } from './wrap.ts'

const terminal = { isTTY: true, columns: 24 }

describe('wrapFor', () => {
  it('breaks between words, and keeps lines and their indentation', () => {
    expect(wrapFor(terminal, 'The organization has no user of that name.')).toBe(
      'The organization has no\nuser of that name.',
    )
    expect(wrapFor(terminal, 'Wrong:\n  email is no address of anybody')).toBe(
      'Wrong:\n  email is no address of\n  anybody',
    )
  })

  it('keeps a long word whole, and changes nothing in a pipe', () => {
    const id = '0198c2f4-7d1e-7a40-9c55-3f2b8e61d0aa'
    expect(wrapFor(terminal, `Archived session ${id}.`)).toBe(`Archived session\n${id}.`)
    const long = 'word '.repeat(40)
    expect(wrapFor({ columns: 24 }, long)).toBe(long)
    expect(wrapFor({ isTTY: true, columns: 5 }, long)).toBe(long)
  })
})
