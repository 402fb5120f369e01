import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createKnownTexts } from './known-texts.ts'

const encoder = new TextEncoder()

/** Reads all texts out of the bytes of all of them. */
function readAll(texts: readonly string[], textOf = createKnownTexts()): string[] {
  const bytes = texts.map((text) => encoder.encode(text))
  const whole = new Uint8Array(bytes.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  const places = bytes.map((each) => {
    whole.set(each, end)
    end += each.length
    return [end - each.length, end] as const
  })
  return places.map(([from, to]) => textOf(new DataView(whole.buffer), from, to))
}

const someText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 70 }),
  fc.constantFrom('', 'é', 'Ã©', 'abcd', 'abce', 'abc', 'a'.repeat(64), 'a'.repeat(65)),
)

it('reads every text as it was written', () => {
  fc.assert(
    fc.property(fc.array(someText), (texts) => {
      expect(readAll([...texts, ...texts])).toEqual([...texts, ...texts])
    }),
  )
})

it('reads more texts than it remembers', () => {
  const texts = Array.from({ length: 50_000 }, (_, at) => `e:user${at}@example.com`)
  const textOf = createKnownTexts()
  expect(readAll(texts, textOf)).toEqual(texts)
  expect(readAll(texts, textOf)).toEqual(texts)
})
