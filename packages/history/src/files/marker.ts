/** Up to this length, the first byte is looked for by the machine itself, sixteen or more bytes at a time. */
const quickLength = 7

/**
 * Bytes that are looked for in many lines of the same piece of a file. It remembers where it found them last, so that every
 * byte is looked at once, however short the lines are.
 */
export class Marker {
  readonly #mark: Buffer
  readonly #rare: Buffer
  readonly #rareAt: number
  #bytes: Buffer | undefined
  #from = 0
  #found = -1

  /** A mark that is mostly missed is found quicker by a letter in it that texts seldom have: `rareAt` says where it stands. */
  constructor(text: string, rareAt?: number) {
    this.#mark = Buffer.from(text)
    this.#rareAt = rareAt ?? 0
    this.#rare = rareAt === undefined ? this.#mark : this.#mark.subarray(rareAt, rareAt + quickLength)
  }

  /** Where the mark stands first at or after `from`; Infinity when it does not. */
  find(bytes: Buffer, from: number): number {
    if (bytes !== this.#bytes || from < this.#from || from > this.#found) {
      this.#bytes = bytes
      this.#from = from
      this.#found = this.#search(bytes, from)
    }
    return this.#found
  }

  #search(bytes: Buffer, from: number): number {
    let rare = bytes.indexOf(this.#rare, from + this.#rareAt)
    while (rare !== -1 && !this.isAt(bytes, rare - this.#rareAt)) rare = bytes.indexOf(this.#rare, rare + 1)
    return rare === -1 ? Number.POSITIVE_INFINITY : rare - this.#rareAt
  }

  /** Whether it stands whole between `start` and `end`. */
  isIn(bytes: Buffer, start: number, end: number): boolean {
    return this.find(bytes, start) + this.#mark.length <= end
  }

  /** The same for a few bytes of a line; what follows them is not looked at. */
  isNear(bytes: Buffer, start: number, end: number): boolean {
    return bytes.subarray(start, end).indexOf(this.#mark) !== -1
  }

  /** Whether it stands at just this place. */
  isAt(bytes: Buffer, at: number): boolean {
    const mark = this.#mark
    for (let index = 0; index < mark.length; index += 1) if (bytes[at + index] !== mark[index]) return false
    return true
  }
}
