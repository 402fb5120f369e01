import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareBytes } from './byte-order.ts'

const texts = fc.string({
  unit: fc.constantFrom('', 'a', 'B', '\u07ff', '\u0800', '\ud7ff', '\ue000', 'ﬁ', '\uffff', '😀', '𝒜'),
})

it('orders texts as their bytes in UTF-8', () => {
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
    }),
    { numRuns: 2000 },
  )
})

it('puts an emoji after a wide letter, unlike JavaScript itself', () => {
  expect('😀' < 'ｚ').toBe(true)
  expect(compareBytes('😀', 'ｚ')).toBeGreaterThan(0)
})
