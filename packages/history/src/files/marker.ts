/**
 * For up to this many bytes, Node searches the first byte with instructions that compare sixteen or more bytes at once.
 */
const quickLength = 7

/**
 * Finds some bytes in many lines of the same piece of a file. It remembers where it found them last, so it reads every
 * byte once, however short the lines are.
 */
export class Marker {
  readonly #mark: Buffer
  readonly #rare: Buffer
  readonly #rareAt: number
  #bytes: Buffer | undefined
  #from = 0
  #found = -1

  /**
   * `rareAt` is the position in the mark of a letter that texts seldom have. Searching from there is faster if the mark
   * is mostly absent.
   */
  constructor(text: string, rareAt?: number) {
    this.#mark = Buffer.from(text)
    this.#rareAt = rareAt ?? 0
    this.#rare = rareAt === undefined ? this.#mark : this.#mark.subarray(rareAt, rareAt + quickLength)
  }

  /** The first position of the mark at or after `from`; Infinity if there is none. */
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

  /** Whether the whole mark is between `start` and `end`. */
  isIn(bytes: Buffer, start: number, end: number): boolean {
    return this.find(bytes, start) + this.#mark.length <= end
  }

  /** The same for a few bytes of a line. It does not search what follows them. */
  isNear(bytes: Buffer, start: number, end: number): boolean {
    return bytes.subarray(start, end).indexOf(this.#mark) !== -1
  }

  /** Whether the mark is at this position. */
  isAt(bytes: Buffer, at: number): boolean {
    const mark = this.#mark
    for (let index = 0; index < mark.length; index += 1) if (bytes[at + index] !== mark[index]) return false
    return true
  }
}
