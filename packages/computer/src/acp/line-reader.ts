/** No agent needs longer lines. The limit protects our memory. */
const maxLineBytes = 32 * 2 ** 20

const newline = 0x0a

/** Splits a stream of bytes into lines. A line above the limit is dropped and reported. */
export class LineReader {
  readonly #onLine: (line: string) => void
  readonly #onTooLong: () => void
  readonly #maxBytes: number
  #pieces: Buffer[] = []
  #bytes = 0
  #isSkipping = false

  constructor(onLine: (line: string) => void, onTooLong: () => void, maxBytes = maxLineBytes) {
    this.#onLine = onLine
    this.#onTooLong = onTooLong
    this.#maxBytes = maxBytes
  }

  push(chunk: Buffer): void {
    let start = 0
    for (;;) {
      const end = chunk.indexOf(newline, start)
      if (end < 0) break
      this.#add(chunk.subarray(start, end))
      this.#endLine()
      start = end + 1
    }
    this.#add(chunk.subarray(start))
  }

  #add(piece: Buffer): void {
    if (this.#isSkipping || piece.length === 0) return
    this.#bytes += piece.length
    if (this.#bytes <= this.#maxBytes) this.#pieces.push(piece)
    else {
      this.#isSkipping = true
      this.#pieces = []
      this.#onTooLong()
    }
  }

  #endLine(): void {
    const line = this.#isSkipping ? '' : Buffer.concat(this.#pieces).toString('utf8').trim()
    this.#pieces = []
    this.#bytes = 0
    this.#isSkipping = false
    if (line !== '') this.#onLine(line)
  }
}
