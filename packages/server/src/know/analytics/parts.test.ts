import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partsOf } from './parts.ts'

describe('partsOf', () => {
  it('splits a text into parts that join to the same text, none too long and no character split', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 60 })
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 9 }), (text, most) => {
        const parts = partsOf(text, most)
        expect(parts.join('')).toBe(text)
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(most)
          expect(part.isWellFormed()).toBe(true)
        }
      }),
    )
  })

  it('returns one part for a short text and for an empty one', () => {
    expect(partsOf('abc', 3)).toEqual(['abc'])
    expect(partsOf('')).toEqual([''])
  })
})
