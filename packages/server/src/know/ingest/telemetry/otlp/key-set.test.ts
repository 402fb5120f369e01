import { describe, expect, it } from 'vitest'
import { KeySet } from './key-set.ts'

function find(keys: KeySet, text: string): string | undefined {
  const bytes = Buffer.from(`<${text}>`)
  return keys.find(bytes, 1, bytes.length - 1)
}

describe('KeySet', () => {
  it('knows its keys by their bytes, and no others', () => {
    const keys = new KeySet(['session.id', 'größe', 'a'])
    for (const key of ['session.id', 'größe', 'a']) expect(find(keys, key)).toBe(key)
    for (const key of ['', 'b', 'session.ie', 'sfssion.id', 'session.i', 'session.id.', 'GRÖSSE']) {
      expect(find(keys, key)).toBeUndefined()
      expect(keys.has(key)).toBe(false)
    }
  })

  it('distinguishes keys that agree in the bytes that are compared first', () => {
    const long = `x${'y'.repeat(300)}z`
    const longer = `x${'y'.repeat(300 + 256)}z`
    const keys = new KeySet([long, 'axbxc', 'aybxc'])
    expect(find(keys, long)).toBe(long)
    expect(find(keys, longer)).toBeUndefined()
    expect(find(keys, 'axbxc')).toBe('axbxc')
    expect(find(keys, 'aybxc')).toBe('aybxc')
    expect(find(keys, 'azbxc')).toBeUndefined()
  })
})
