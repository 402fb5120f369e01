import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addTextLengths } from './text-length.ts'

const usual = new Ajv2020()
const ours = new Ajv2020()
addTextLengths(ours)

it.each(['minLength', 'maxLength'])('judges %s as Ajv does, in the same words', (keyword) => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'é', '\u{1F600}'), maxLength: 12 })
  fc.assert(
    fc.property(texts, fc.nat(12), (text, limit) => {
      const [one, other] = [usual, ours].map((ajv) => ajv.compile({ type: 'string', [keyword]: limit }))
      expect(other?.(text)).toBe(one?.(text))
      expect(other?.errors?.[0]?.message).toBe(one?.errors?.[0]?.message)
    }),
  )
})

it('does not walk through a text of megabytes to find that it is not empty', () => {
  const walk = String.prototype[Symbol.iterator]
  let walks = 0
  String.prototype[Symbol.iterator] = function () {
    walks++
    return walk.call(this)
  }
  try {
    const isThere = ours.compile({ type: 'string', minLength: 1, maxLength: 2 ** 20 })
    expect([isThere('x'.repeat(2 ** 20)), isThere('x'.repeat(2 ** 22)), isThere('')]).toEqual([true, false, false])
  } finally {
    String.prototype[Symbol.iterator] = walk
  }
  expect(walks).toBe(0)
})
