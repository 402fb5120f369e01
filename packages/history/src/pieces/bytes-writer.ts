import { lengthBytes, sizes } from './kinds.ts'

/** Writes numbers and texts into memory that is used again and again. */
export class BytesWriter {
  #bytes = Buffer.allocUnsafe(2 ** 16)
  #filled = 0

  get filled(): number {
    return this.#filled
  }

  /** What was written so far; it holds until the next is written. */
  written(): Buffer {
    return this.#bytes.subarray(0, this.#filled)
  }

  clear(): void {
    this.#filled = 0
  }

  number(value: number): void {
    this.#reserve(9)
    const at = this.#filled
    if (value >>> 0 !== value) {
      this.#bytes[at] = sizes.double
      this.#bytes.writeDoubleBE(value, at + 1)
      this.#filled = at + 9
    } else if (value < sizes.two) {
      this.#bytes[at] = value
      this.#filled = at + 1
    } else if (value < 2 ** 16) {
      this.#bytes[at] = sizes.two
      this.#bytes[at + 1] = value >> 8
      this.#bytes[at + 2] = value
      this.#filled = at + 3
    } else {
      this.#bytes[at] = sizes.four
      this.#bytes.writeUInt32BE(value, at + 1)
      this.#filled = at + 5
    }
  }

  text(text: string): void {
    const { length } = text
    this.#reserve(3 * length + 9)
    const start = this.#filled
    if (length < sizes.two && this.#writeLetters(text, start + 1)) {
      this.#bytes[start] = length
      this.#filled = start + 1 + length
      return
    }
    this.number(Buffer.byteLength(text))
    this.#filled += this.#bytes.write(text, this.#filled)
  }

  /** How many bytes were written since then: it stands at the end, and what it tells of is found from there. */
  lengthSince(start: number): void {
    this.#reserve(lengthBytes)
    this.#filled = this.#bytes.writeUInt32BE(this.#filled - start, this.#filled)
  }

  /** For the short texts of ids this is quicker than asking for an encoding. False if there is another letter than ASCII. */
  #writeLetters(text: string, start: number): boolean {
    const bytes = this.#bytes
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code > 127) return false
      bytes[start + at] = code
    }
    return true
  }

  #reserve(more: number): void {
    if (this.#filled + more <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#filled + more))
    this.#bytes.copy(larger, 0, 0, this.#filled)
    this.#bytes = larger
  }
}
