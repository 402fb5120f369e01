const quote = 34
const comma = 44
const minus = 45
const point = 46
const zero = 48
const nine = 57
const colon = 58
const openList = 91
const backslash = 92
const closeList = 93
const letters = { f: 102, n: 110, t: 116 }
const openObject = 123
const closeObject = 125

/** More digits may not fit into a number exactly. */
const mostDigits = 15
const deepest = 20

/** Bytes to compare, four at a time. Those of the last four may be compared twice. */
export class Word {
  readonly length: number
  readonly fours: readonly number[]
  readonly lastFour: number

  /** A text of at least four letters of ASCII. */
  constructor(text: string) {
    const bytes = Buffer.from(text)
    this.length = bytes.length
    this.fours = Array.from({ length: bytes.length >> 2 }, (_, number) => bytes.readInt32LE(number * 4))
    this.lastFour = bytes.readInt32LE(bytes.length - 4)
  }
}

const [yes, no, none] = [new Word('true'), new Word('false'), new Word('null')]

/**
 * Goes through JSON as programs write it: no blanks, no escapes in texts, no exponents. It makes no objects, so that nothing
 * has to be tidied up. Whatever is written otherwise it refuses, and somebody else must parse it.
 */
export class PlainJson {
  at = 0
  #bytes: Buffer = Buffer.alloc(0)
  #view = new DataView(this.#bytes.buffer)
  #end = 0

  open(bytes: Buffer, start: number, end: number): void {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    }
    this.at = start
    this.#end = end
  }

  get isAtEnd(): boolean {
    return this.at === this.#end
  }

  /** Steps over these bytes if they stand here. */
  skips({ length, fours, lastFour }: Word): boolean {
    const { at } = this
    const next = at + length
    const view = this.#view
    if (next > this.#end || view.getInt32(next - 4, true) !== lastFour) return false
    for (let number = 0; number < fours.length; number += 1) {
      if (view.getInt32(at + number * 4, true) !== fours[number]) return false
    }
    this.at = next
    return true
  }

  /** Steps over a whole number that is not negative, and returns it; -1 for anything else. */
  count(): number {
    const bytes = this.#bytes
    const start = this.at
    let at = start
    let count = 0
    for (let byte = bytes[at] as number; byte >= zero && byte <= nine; byte = bytes[at] as number) {
      count = count * 10 + byte - zero
      at += 1
    }
    this.at = at
    const isPlain = at > start && at - start <= mostDigits && (bytes[start] !== zero || at === start + 1)
    return isPlain ? count : -1
  }

  /** Steps over the rest of an object after one of its members. */
  skipsRestOfObject(depth = 0): boolean {
    while (this.skipsByte(comma)) if (!this.#skipsMember(depth)) return false
    return this.skipsByte(closeObject)
  }

  #skipsMember(depth: number): boolean {
    return this.#skipsText() && this.skipsByte(colon) && this.#skipsValue(depth)
  }

  #skipsValue(depth: number): boolean {
    const byte = this.#bytes[this.at]
    if (byte === quote) return this.#skipsText()
    if (byte === openObject) return depth < deepest && this.#skipsObject(depth + 1)
    if (byte === openList) return depth < deepest && this.#skipsList(depth + 1)
    if (byte === letters.n) return this.skips(none)
    if (byte === letters.f) return this.skips(no)
    return byte === letters.t ? this.skips(yes) : this.#skipsNumber()
  }

  #skipsObject(depth: number): boolean {
    this.at += 1
    return this.skipsByte(closeObject) || (this.#skipsMember(depth) && this.skipsRestOfObject(depth))
  }

  #skipsList(depth: number): boolean {
    this.at += 1
    if (this.skipsByte(closeList)) return true
    do if (!this.#skipsValue(depth)) return false
    while (this.skipsByte(comma))
    return this.skipsByte(closeList)
  }

  #skipsText(): boolean {
    const bytes = this.#bytes
    const end = this.#end
    let { at } = this
    if (bytes[at] !== quote) return false
    for (at += 1; at < end; at += 1) {
      const byte = bytes[at] as number
      if (byte === quote) {
        this.at = at + 1
        return true
      }
      if (byte < 32 || byte === backslash) return false
    }
    return false
  }

  #skipsNumber(): boolean {
    this.skipsByte(minus)
    if (this.count() < 0) return false
    return !this.skipsByte(point) || this.#skipsDigits()
  }

  #skipsDigits(): boolean {
    const start = this.at
    for (let byte = this.#bytes[start] as number; byte >= zero && byte <= nine; )
      byte = this.#bytes[++this.at] as number
    return this.at > start
  }

  /** Steps over this byte if it stands here. */
  skipsByte(byte: number): boolean {
    if (this.#bytes[this.at] !== byte) return false
    this.at += 1
    return true
  }
}
