const minSlots = 1024
const bytesOfSlot = 8
/** Beyond this share of filled slots, looking for what is not there takes too many steps. */
const maxFill = 0.6
/** Moving the ids of a table of this many slots takes a few milliseconds. */
const maxMovedSlots = 2 ** 17

interface Table {
  /** Two halves of an id for each slot. */
  readonly slots: Int32Array
  readonly mask: number
}

/**
 * A set of event ids that says "perhaps" or "certainly not". It keeps 64 bits of each id, so among ten million ids a
 * wrong "perhaps" is not to be expected in a lifetime, and it is only a reason to look into the table of events.
 *
 * While it is small it grows by moving everything to a bigger table. At ten million ids that would stop the process for
 * half a second, so then it grows by a further table that is as big as all before it, and a look-up visits each.
 */
export class IdSet {
  readonly #tables: Table[] = []
  #slots = 0
  #free = 0

  /** A set with room for so many ids, or nothing if it would need more than `maxBytes`. */
  static for(ids: number, maxBytes: number): IdSet | undefined {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(minSlots, ids / maxFill)))
    return slots * bytesOfSlot > maxBytes ? undefined : new IdSet(slots)
  }

  private constructor(slots: number) {
    this.#addTable(slots)
  }

  get bytes(): number {
    return this.#slots * bytesOfSlot
  }

  /** Ids are given by their first 64 bits, in two halves. */
  has(high: number, low: number): boolean {
    const first = high | 0
    const second = nonZero(low)
    const start = mix(first, second)
    for (const { slots, mask } of this.#tables) {
      for (let slot = start & mask; slots[2 * slot + 1] !== 0; slot = (slot + 1) & mask) {
        if (slots[2 * slot] === first && slots[2 * slot + 1] === second) return true
      }
    }
    return false
  }

  /** Adding what is in it already does no harm but takes space. */
  add(high: number, low: number): void {
    if (this.#free === 0) this.#grow()
    const table = this.#tables.at(-1)
    if (!table) return
    const { slots, mask } = table
    const first = high | 0
    const second = nonZero(low)
    let slot = mix(first, second) & mask
    while (slots[2 * slot + 1] !== 0) slot = (slot + 1) & mask
    slots[2 * slot] = first
    slots[2 * slot + 1] = second
    this.#free--
  }

  #grow(): void {
    if (this.#slots > maxMovedSlots) {
      this.#addTable(this.#slots)
      return
    }
    const small = this.#tables.splice(0)
    const slots = 2 * this.#slots
    this.#slots = 0
    this.#addTable(slots)
    for (const { slots: old } of small) {
      for (let at = 0; at < old.length; at += 2) if (old[at + 1]) this.add(old[at] ?? 0, old[at + 1] ?? 0)
    }
  }

  #addTable(count: number): void {
    this.#tables.push({ slots: new Int32Array(2 * count), mask: count - 1 })
    this.#slots += count
    this.#free = Math.floor(count * maxFill)
  }
}

/** An empty slot is told by a zero in its second half. */
function nonZero(low: number): number {
  return low | 0 || 1
}

/** Spreads ids that differ in a few bits only. Real ones are hashes, but nobody promises it. */
function mix(first: number, second: number): number {
  let hash = Math.imul(first ^ (second >>> 15), 0x2c1b3c6d) ^ second
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return hash ^ (hash >>> 15)
}
