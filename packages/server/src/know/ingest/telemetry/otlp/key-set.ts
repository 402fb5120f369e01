/**
 * A set of attribute keys that can be searched by bytes. Most attributes of a request are never read, and decoding all
 * of their keys would take most of the time.
 */
export class KeySet {
  readonly #texts: ReadonlySet<string>
  readonly #candidates = new Map<number, { readonly text: string; readonly bytes: Buffer }[]>()

  constructor(keys: Iterable<string>) {
    this.#texts = new Set(keys)
    for (const text of this.#texts) {
      const bytes = Buffer.from(text)
      const mark = markOf(bytes, 0, bytes.length)
      this.#candidates.set(mark, [...(this.#candidates.get(mark) ?? []), { text, bytes }])
    }
  }

  has(key: string): boolean {
    return this.#texts.has(key)
  }

  /** Returns the key between two positions of a buffer; undefined if it is not in this set. */
  find(buffer: Uint8Array, start: number, end: number): string | undefined {
    if (start === end) return undefined
    const candidates = this.#candidates.get(markOf(buffer, start, end))
    if (candidates === undefined) return undefined
    for (const { text, bytes } of candidates) if (equals(bytes, buffer, start, end)) return text
    return undefined
  }
}

/** The length and three bytes nearly always distinguish the keys of an agent. */
function markOf(buffer: Uint8Array, start: number, end: number): number {
  const first = buffer[start] ?? 0
  const middle = buffer[(start + end) >> 1] ?? 0
  const last = buffer[end - 1] ?? 0
  return ((end - start) << 24) ^ (first << 16) ^ (middle << 8) ^ last
}

function equals(bytes: Uint8Array, buffer: Uint8Array, start: number, end: number): boolean {
  if (bytes.length !== end - start) return false
  for (let index = 0; index < bytes.length; index++) if (bytes[index] !== buffer[start + index]) return false
  return true
}
