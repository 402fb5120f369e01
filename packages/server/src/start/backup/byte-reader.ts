/** The stream ended before the requested number of bytes. */
export class EndOfBytes extends Error {
  override readonly name = 'EndOfBytes'
}

/** Reads a requested number of bytes from a stream. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async take(count: number): Promise<Buffer> {
    const pieces = [this.#held]
    let size = this.#held.length
    while (size < count) {
      const { value, done } = await this.#source.next()
      if (done) throw new EndOfBytes()
      pieces.push(value)
      size += value.length
    }
    const all = pieces.length === 1 ? this.#held : Buffer.concat(pieces)
    this.#held = all.subarray(count)
    return all.subarray(0, count)
  }

  /** Reads up to and including the next line feed, or `maxBytes` if they contain none. */
  async takeLine(maxBytes: number): Promise<Buffer> {
    const bytes: Buffer[] = []
    while (bytes.length < maxBytes) {
      const byte = await this.take(1)
      bytes.push(byte)
      if (byte[0] === 0x0a) break
    }
    return Buffer.concat(bytes)
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#held.length === 0) {
      const { value, done } = await this.#source.next()
      if (done) return true
      this.#held = value
    }
    return false
  }
}
