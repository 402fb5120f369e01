import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const box = createSecretBox(Buffer.alloc(32, 1))

describe('a secret box', () => {
  it('opens what it sealed, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (plain, purpose) => {
        expect(box.open(purpose, box.seal(purpose, plain))).toBe(plain)
      }),
    )
  })

  it('never seals the same text the same way, and shows nothing of it', () => {
    const sealed = [box.seal('a', 'attack at dawn'), box.seal('a', 'attack at dawn')]
    expect(sealed[0]).not.toBe(sealed[1])
    for (const one of sealed) expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('attack')
  })

  it('opens nothing that was sealed for another purpose, or with another key', () => {
    const sealed = box.seal('signing key', 'secret')
    expect(() => box.open('enterprise controls', sealed)).toThrow()
    expect(() => createSecretBox(Buffer.alloc(32, 2)).open('signing key', sealed)).toThrow()
  })

  it('opens nothing that was changed in any byte, or cut at any place', () => {
    const sealed = box.seal('a', 'secret')
    const bytes = Buffer.from(sealed.slice(3), 'base64url')
    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(() => box.open('a', `v1.${changed.toString('base64url')}`)).toThrow()
      expect(() => box.open('a', `v1.${bytes.subarray(0, index).toString('base64url')}`)).toThrow()
    }
  })

  it.each(['', 'v1', 'v1.', 'v2.AAAA', 'secret', '***'])('does not take %j for a sealed secret', (text) => {
    expect(() => box.open('a', text)).toThrow()
  })
})
