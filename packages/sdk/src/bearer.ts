/** A value, or a function that is called before every attempt, because a token may be renewed between attempts. */
export type Secret = string | (() => string | Promise<string>)

export async function readSecret(secret: Secret | undefined): Promise<string | undefined> {
  const value = (typeof secret === 'function' ? await secret() : secret)?.trim()
  if (!value) return undefined
  // `fetch` quotes a header that it refuses, so its error would contain the secret.
  if (!/^[\x21-\x7e]+$/.test(value)) throw new TypeError('The API key or token holds characters that no key has.')
  return value
}

/** Removes the secret from foreign text, for instance of a proxy that echoes the request. */
export function redactor(secret: string | undefined): (text: string) => string {
  return secret ? (text) => text.replaceAll(secret, '***') : (text) => text
}

/** `undefined` if there is no source of randomness; then the client does not retry a POST. */
export function randomKey(): string | undefined {
  const source: Partial<Crypto> | undefined = globalThis.crypto
  // Browsers provide `randomUUID` on secure origins only.
  if (source?.randomUUID) return source.randomUUID()
  if (!source?.getRandomValues) return undefined
  return Array.from(source.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
