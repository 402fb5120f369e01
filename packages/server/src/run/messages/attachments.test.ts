import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countWork } from '../../../test/counted-work.ts'
import { decodeBase64 } from './attachments.ts'

/** Base64 as regular expressions, which take ten times as long. */
function isBase64(text: string): boolean {
  const bare = text.replace(/={0,2}$/, '')
  const isPadded = text.length > bare.length
  return /^[A-Za-z0-9+/]*$/.test(bare) && bare.length % 4 !== 1 && !(isPadded && text.length % 4 !== 0)
}

it('accepts complete base64, and nothing else', () => {
  const characters = fc.constantFrom(...'AQgz09+/=-_ \n.é\u0141\u{1F600}')
  const texts = fc.oneof(
    fc.string({ unit: characters, maxLength: 12 }),
    fc.base64String(),
    fc.base64String().map((text) => text.replace(/=+$/, '')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      expect(decodeBase64(text)).toEqual(isBase64(text) ? Buffer.from(text, 'base64') : undefined)
    }),
    { numRuns: 2_000 },
  )
})

it('reads megabytes only a few times, and never with a pattern', () => {
  const text = 'QUJD'.repeat(2 ** 20)
  let bytes: Buffer | undefined
  const { characters, patterns } = countWork(() => {
    bytes = decodeBase64(text)
  })
  expect(bytes).toHaveLength(3 * 2 ** 20)
  expect(characters).toBeLessThanOrEqual(3 * text.length)
  expect(patterns.size).toBe(0)
})
