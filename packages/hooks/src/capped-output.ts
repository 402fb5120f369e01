/** Keeps the first bytes of an output and counts the rest. */
export class CappedOutput {
  readonly #max: number
  readonly #chunks: Buffer[] = []
  #kept = 0
  /** All bytes that came, kept or not. */
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
    // A copy of what is kept: a part of a chunk would hold on to the whole.
    const part = chunk.length > room ? Buffer.from(chunk.subarray(0, room)) : chunk
    this.#chunks.push(part)
    this.#kept += part.length
  }

  /** Bytes that are no UTF-8 become U+FFFD. A character that was cut in two is left out. */
  text(): string {
    if (this.#chunks.length === 0) return ''
    const bytes = Buffer.concat(this.#chunks)
    return this.isTruncated ? new TextDecoder('utf-8').decode(bytes, { stream: true }) : bytes.toString('utf8')
  }
}
