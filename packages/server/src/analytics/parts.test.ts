import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partsOf } from './parts.ts'

describe('partsOf', () => {
  it('cuts a text into parts that are it again when put together, none too long and no character cut through', () => {
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

  it('gives one part for a text that is short enough, and for none', () => {
    expect(partsOf('abc', 3)).toEqual(['abc'])
    expect(partsOf('')).toEqual([''])
  })
})
