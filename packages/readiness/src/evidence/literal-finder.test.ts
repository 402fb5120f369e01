import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLiteralFinder } from './literal-finder.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'C', '/'), minLength: 6, maxLength: 9 })

describe('createLiteralFinder', () => {
  it('finds what a plain search finds, in any case', () => {
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 6 }),
        fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'c', 'C', '/', 'x'), maxLength: 80 }),
        (words, text) => {
          const expected = words.some((each) => text.toLowerCase().includes(each.toLowerCase()))
          expect(createLiteralFinder(words)(Buffer.from(text))).toBe(expected)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('finds nothing when nothing is looked for', () => {
    expect(createLiteralFinder([])(Buffer.from('abc'))).toBe(false)
  })
})
