import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const version = 'v1'
const nonceBytes = 12
const tagBytes = 16

/** Encrypts small texts at rest with AES-256-GCM. A copy of the database alone reveals no secret. */
export interface SecretBox {
  /** `purpose` is authenticated: a text sealed for one purpose cannot be opened for another. */
  seal(purpose: string, plain: string): string
  open(purpose: string, sealed: string): string
}

export function createSecretBox(masterKey: Uint8Array): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'muster secret box', 32))
  return {
    seal(purpose, plain) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open(purpose, sealed) {
      const [prefix, encoded] = sealed.split('.')
      if (prefix !== version || !encoded) throw new Error('This is not a sealed secret.')
      const bytes = Buffer.from(encoded, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      try {
        return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      } catch (cause) {
        throw new Error('The secrets in the database were encrypted with another MUSTER_SECRET_KEY.', { cause })
      }
    },
  }
}

/** Whether a text has the form of a sealed text. */
export function isSealed(text: string): boolean {
  return /^v1\.[\w-]{38,}$/.test(text)
}
