/** Lists grow by chunks, because copying all of a list needs twice its memory for a while. */
const chunkBits = 16
const chunkSize = 2 ** chunkBits
/** Stands for a number that is kept aside. */
const aside = 0xffff_ffff

type Chunk = Uint8Array | Uint16Array | Uint32Array

/**
 * A list of numbers that are nearly always whole and below four billion. Each takes as many bytes as the largest one near
 * it needs, and many zeros take nothing.
 */
export class Numbers {
  readonly #chunks: (Chunk | undefined)[] = []
  /** For each chunk, the first number that is too large for it. Only 0 fits into none. */
  readonly #limits: number[] = []
  readonly #others = new Map<number, number>()
  readonly #firstBytes: 1 | 4

  /** How many bytes a number takes at least. */
  constructor(firstBytes: 1 | 4 = 1) {
    this.#firstBytes = firstBytes
  }

  get(at: number): number {
    const chunk = this.#chunks[at >>> chunkBits]
    if (chunk === undefined) return 0
    const item = chunk[at & (chunkSize - 1)] as number
    return item === aside ? (this.#others.get(at) ?? item) : item
  }

  set(at: number, value: number): void {
    const number = at >>> chunkBits
    const chunk = this.#chunks[number]
    if (value >>> 0 !== value || value >= (this.#limits[number] ?? 1)) this.#setWider(at, value)
    else if (chunk !== undefined) chunk[at & (chunkSize - 1)] = value
  }

  #setWider(at: number, value: number): void {
    const number = at >>> chunkBits
    const chunk = this.#chunks[number]
    if (chunk?.BYTES_PER_ELEMENT === 4) {
      chunk[at & (chunkSize - 1)] = aside
      this.#others.set(at, value)
      return
    }
    while (this.#chunks.length < number) {
      this.#chunks.push(undefined)
      this.#limits.push(1)
    }
    const larger = wider(chunk, this.#firstBytes)
    this.#chunks[number] = larger
    this.#limits[number] = larger.BYTES_PER_ELEMENT === 4 ? aside : 2 ** (8 * larger.BYTES_PER_ELEMENT)
    this.set(at, value)
  }
}

function wider(chunk: Chunk | undefined, firstBytes: 1 | 4): Chunk {
  if (chunk === undefined) return firstBytes === 1 ? new Uint8Array(chunkSize) : new Uint32Array(chunkSize)
  const larger = chunk.BYTES_PER_ELEMENT === 1 ? new Uint16Array(chunkSize) : new Uint32Array(chunkSize)
  larger.set(chunk)
  return larger
}

/** A list of times. */
export class Times {
  readonly #chunks: Float64Array[] = []

  get(at: number): number {
    return this.#chunks[at >>> chunkBits]?.[at & (chunkSize - 1)] as number
  }

  set(at: number, value: number): void {
    const number = at >>> chunkBits
    if (number === this.#chunks.length) this.#chunks.push(new Float64Array(chunkSize))
    const chunk = this.#chunks[number] as Float64Array
    chunk[at & (chunkSize - 1)] = value
  }

  /** The first ones, sorted. */
  sorted(count: number): Float64Array {
    const all = new Float64Array(this.#chunks.length * chunkSize)
    for (const [number, chunk] of this.#chunks.entries()) all.set(chunk, number * chunkSize)
    return all.subarray(0, count).sort()
  }
}

/** A list of whole numbers below four billion that only grows. */
export class NumberList implements Iterable<number> {
  #items = new Uint32Array(16)
  #size = 0

  get size(): number {
    return this.#size
  }

  add(number: number): void {
    if (this.#size === this.#items.length) {
      const larger = new Uint32Array(this.#size * 2)
      larger.set(this.#items)
      this.#items = larger
    }
    this.#items[this.#size] = number
    this.#size += 1
  }

  [Symbol.iterator](): Iterator<number> {
    return this.#items.subarray(0, this.#size).values()
  }
}
