const minSlots = 1024
const bytesOfNumber = 4
/** Above this share of filled slots, a look-up of a missing id takes too many steps. */
const maxFill = 0.6
/** Moving the ids of a table of this many slots takes a few milliseconds. */
const maxMovedSlots = 2 ** 17

interface Table {
  readonly slots: Int32Array
  readonly mask: number
  /** A slot stores both halves of an id if the ids may move to a bigger table, otherwise only the second half. */
  readonly width: 1 | 2
}

/**
 * A set of event ids that answers "perhaps" or "certainly not". It gets 64 bits of each id. A big table keeps 32 of
 * them; the other 32 determine the slot. So a wrong "perhaps" practically never occurs, even with ten million ids, and
 * only causes a look-up in the table of events.
 *
 * A small set grows by moving all ids to a bigger table. With ten million ids that would block the process for half a
 * second, so a large set adds a further table, as big as all before it, and a look-up visits each.
 */
export class IdSet {
  readonly #tables: Table[] = []
  #slots = 0
  #free = 0

  /** Returns a set with room for this many ids, or undefined if it would need more than `maxBytes`. */
  static for(ids: number, maxBytes: number): IdSet | undefined {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(minSlots, ids / maxFill)))
    return slots * widthOf(slots) * bytesOfNumber > maxBytes ? undefined : new IdSet(slots)
  }

  private constructor(slots: number) {
    this.#addTable(slots)
  }

  get bytes(): number {
    return this.#tables.reduce((sum, { slots }) => sum + slots.byteLength, 0)
  }

  /** `high` and `low` are the two halves of an id's first 64 bits. */
  has(high: number, low: number): boolean {
    const first = high | 0
    const second = nonZero(low)
    const start = mix(first, second)
    for (const { slots, mask, width } of this.#tables) {
      for (let slot = start & mask; slots[width * slot] !== 0; slot = (slot + 1) & mask) {
        if (slots[width * slot] === second && (width === 1 || slots[2 * slot + 1] === first)) return true
      }
    }
    return false
  }

  /** Adding an id twice is harmless but takes space. */
  add(high: number, low: number): void {
    if (this.#free === 0) this.#grow()
    const table = this.#tables.at(-1)
    if (!table) return
    const { slots, mask, width } = table
    const first = high | 0
    const second = nonZero(low)
    let slot = mix(first, second) & mask
    while (slots[width * slot] !== 0) slot = (slot + 1) & mask
    slots[width * slot] = second
    if (width === 2) slots[2 * slot + 1] = first
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
      for (let at = 0; at < old.length; at += 2) if (old[at]) this.add(old[at + 1] ?? 0, old[at] ?? 0)
    }
  }

  #addTable(count: number): void {
    const width = widthOf(count)
    this.#tables.push({ slots: new Int32Array(width * count), mask: count - 1, width })
    this.#slots += count
    this.#free = Math.floor(count * maxFill)
  }
}

function widthOf(slots: number): 1 | 2 {
  return slots > maxMovedSlots ? 1 : 2
}

/** Zero marks an empty slot. */
function nonZero(low: number): number {
  return low | 0 || 1
}

/** Spreads ids that differ in a few bits only. Real ids are hashes, but that is not guaranteed. */
function mix(first: number, second: number): number {
  let hash = Math.imul(first ^ (second >>> 15), 0x2c1b3c6d) ^ second
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return hash ^ (hash >>> 15)
}
