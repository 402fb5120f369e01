import { describe, expect, it } from 'vitest'
import { oneLine, printable, textWidth, truncate } from './width.ts'

describe('textWidth', () => {
  it.each([
    ['', 0],
    ['plain', 5],
    ['é', 1],
    ['e\u0301', 1],
    ['日本語', 6],
    ['한국', 4],
    ['ｆｕｌｌ', 8],
    ['👍🏽', 2],
    ['👩‍👩‍👧', 2],
    ['🇩🇪', 2],
    ['☕', 2],
    ['→…✓', 3],
    ['zero\u200bwidth', 9],
  ])('of %j is %i', (text, width) => {
    expect(textWidth(text)).toBe(width)
  })
})

describe('truncate', () => {
  it('keeps what fits and never cuts a character in two', () => {
    expect(truncate('abcdef', 6)).toBe('abcdef')
    expect(truncate('abcdef', 4)).toBe('abc…')
    expect(truncate('日本語', 4)).toBe('日…')
    expect(truncate('ab cdef', 4)).toBe('ab…')
    expect(truncate('👩‍👩‍👧👩‍👩‍👧', 3)).toBe('👩‍👩‍👧…')
  })
})

describe('printable', () => {
  it('removes control sequences of terminals, and keeps line breaks and tabs', () => {
    expect(printable('a\u001b[2Jb\u0007\u009b1mc\r\nd\te\u0000')).toBe('abc\nd\te')
    expect(printable('user\u202egpj.exe')).toBe('usergpj.exe')
    expect(oneLine('  a\n\tb  ')).toBe('a b')
  })
})
