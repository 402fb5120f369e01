import { Numbers } from './numbers.ts'

const firstSlots = 2048

/**
 * Keys, numbered in the order in which they came. It keeps 64 bits of each instead of its text, so that millions fit into
 * little memory. Among ten million keys, two have the same bits in one of 300,000 histories.
 */
export class KeySet {
  size = 0
  /** The number of a key plus one, at the place that its bits say or after it. 0 is free. */
  #slots = new Uint32Array(firstSlots)
  readonly #high = new Numbers(4)
  readonly #low = new Numbers(4)

  /** The number of a key. A new one gets the next number. */
  add(key: Buffer, start = 0, end = key.length): number {
    digest(key, start, end)
    const high = bits[0] as number
    const low = bits[1] as number
    const found = this.#find(high, low)
    if (found >= 0) return found
    if (this.size * 2 === this.#slots.length) this.#grow()
    const number = this.size
    this.size += 1
    this.#high.set(number, high)
    this.#low.set(number, low)
    this.#place(number)
    return number
  }

  /** The number of a key, or -1. */
  find(key: string): number {
    const bytes = Buffer.from(key)
    digest(bytes, 0, bytes.length)
    return this.#find(bits[0] as number, bits[1] as number)
  }

  /** Whether it has the key with this number in another set. */
  hasOf(other: KeySet, number: number): boolean {
    return this.#find(other.#high.get(number), other.#low.get(number)) >= 0
  }

  #find(keyHigh: number, keyLow: number): number {
    const mask = this.#slots.length - 1
    for (let slot = keyLow & mask; ; slot = (slot + 1) & mask) {
      const number = (this.#slots[slot] as number) - 1
      if (number < 0 || (this.#low.get(number) === keyLow && this.#high.get(number) === keyHigh)) return number
    }
  }

  #place(number: number): void {
    const mask = this.#slots.length - 1
    let slot = this.#low.get(number) & mask
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
    this.#slots[slot] = number + 1
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2)
    for (let number = 0; number < this.size; number += 1) this.#place(number)
  }
}

/** The bits of the last key, the high ones first. Whatever else holds such large numbers makes an object of each. */
const bits = new Uint32Array(2)

/** Two hashes in the manner of MurmurHash3, with different constants. */
function digest(bytes: Buffer, start: number, end: number): void {
  let a = (end - start) ^ 0x9747b28c
  let b = (end - start) ^ 0x2f693b52
  for (let at = start; at < end; at += 4) {
    const word = at + 4 <= end ? wordAt(bytes, at) : lastWord(bytes, at, end)
    const x = Math.imul(word, 0xcc9e2d51)
    a ^= Math.imul((x << 15) | (x >>> 17), 0x1b873593)
    a = (Math.imul((a << 13) | (a >>> 19), 5) + 0xe6546b64) | 0
    const y = Math.imul(word, 0x239b961b)
    b ^= Math.imul((y << 16) | (y >>> 16), 0xab0e9789)
    b = (Math.imul((b << 18) | (b >>> 14), 5) + 0x561ccd1b) | 0
  }
  bits[0] = mixed(a)
  bits[1] = mixed(b)
}

function wordAt(bytes: Buffer, at: number): number {
  return (
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)
  )
}

/** There are no bytes after the end. */
function lastWord(bytes: Buffer, at: number, end: number): number {
  let word = 0
  for (let last = end - 1; last >= at; last -= 1) word = (word << 8) | (bytes[last] as number)
  return word
}

function mixed(hash: number): number {
  let mix = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35)
  return mix ^ (mix >>> 16)
}
