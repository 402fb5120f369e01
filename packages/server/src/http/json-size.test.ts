import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonExcess, maxKeys, maxValues } from './json-size.ts'

const bytes = (text: string) => Buffer.from(text)
const fields = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join()}}`
const numbers = (count: number) => `[${'1,'.repeat(count - 1)}1]`

describe('how much a JSON text may hold', () => {
  it('is bounded in fields and in values', () => {
    expect(jsonExcess(bytes(fields(maxKeys)))).toBeUndefined()
    expect(jsonExcess(bytes(fields(maxKeys + 1)))).toBe('must not have more than 20000 fields in all')
    expect(jsonExcess(bytes(numbers(maxValues)))).toBeUndefined()
    expect(jsonExcess(bytes(numbers(maxValues + 1)))).toBe('must not have more than 100000 values in all')
    expect(jsonExcess(bytes(`[${'[],'.repeat(maxValues)}[]]`))).toBe('must not have more than 100000 values in all')
  })

  it('does not depend on the content of texts, including escaped quotes', () => {
    const text = '{"a":[1,2],\\"'.repeat(200_000)
    expect(jsonExcess(bytes(JSON.stringify({ text, more: [text, `${text}\\`] })))).toBeUndefined()
  })

  it('is found in texts of any length, with quotes and backslashes anywhere', () => {
    const parts = fc.constantFrom('"', '\\', '\\\\', '\\"', 'x'.repeat(70), ',', ':', '{', ' ')
    const texts = fc.array(
      fc.oneof(
        parts,
        fc.nat(130).map((count) => '\\'.repeat(count)),
      ),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(texts, (some) => {
        // Enough commas to show whether the end of each text was found.
        const text = `["${some.join('')}"${','.repeat(maxValues)}"${some.join('')}"${' '.repeat(1000)}]`
        expect(jsonExcess(bytes(text)) !== undefined).toBe(commasOutsideOfTexts(text) + 1 > maxValues)
      }),
      { numRuns: 60 },
    )
  })

  it('is found without reading every byte of a long text', () => {
    let looks = 0
    const counted = new Proxy(bytes(JSON.stringify({ data: 'x'.repeat(8 * 2 ** 20) })), {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) looks++
        const value = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    expect(jsonExcess(counted)).toBeUndefined()
    expect(looks).toBeLessThan(200)
  })

  it('is refused as soon as there are too many texts', () => {
    expect(jsonExcess(bytes('"'.repeat(8 * 2 ** 20)))).toBe('must not have more than 100000 values in all')
  })
})

/** Byte by byte; `{` counts like a comma, as each of them stands before a value. */
function commasOutsideOfTexts(text: string): number {
  let count = 0
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isText && character === '\\') at++
    else if (character === '"') isText = !isText
    else if (!isText && (character === ',' || character === '{')) count++
  }
  return count
}
