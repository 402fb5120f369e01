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

  it('does not depend on what stands in texts, escaped quotes among them', () => {
    const text = '{"a":[1,2],\\"'.repeat(200_000)
    expect(jsonExcess(bytes(JSON.stringify({ text, more: [text, `${text}\\`] })))).toBeUndefined()
  })
})
