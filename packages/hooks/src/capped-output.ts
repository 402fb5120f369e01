/** Keeps the first bytes of an output and counts the rest. */
export class CappedOutput {
  readonly #max: number
  readonly #chunks: Buffer[] = []
  #kept = 0
  /** All received bytes, kept or not. */
  size = 0

  constructor(maxBytes: number) {
    this.#max = maxBytes
  }

  get isTruncated(): boolean {
    return this.size > this.#kept
  }

  add(chunk: Buffer): void {
    this.size += chunk.length
    const room = this.#max - this.#kept
    if (room <= 0) return
    // A copy, because a slice would keep the whole chunk in memory.
    const part = chunk.length > room ? Buffer.from(chunk.subarray(0, room)) : chunk
    this.#chunks.push(part)
    this.#kept += part.length
  }

  /** Invalid UTF-8 becomes U+FFFD. A character that the limit cuts in two is dropped. */
  text(): string {
    if (this.#chunks.length === 0) return ''
    const bytes = Buffer.concat(this.#chunks)
    return this.isTruncated ? new TextDecoder('utf-8').decode(bytes, { stream: true }) : bytes.toString('utf8')
  }
}
