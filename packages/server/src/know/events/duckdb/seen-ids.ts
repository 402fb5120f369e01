import type { Scope } from '../append.ts'
import { IdSet } from './id-set.ts'

/** Reads ids from the table, once for each scope. */
interface IdSource {
  count(scope: Scope): Promise<number>
  /** Gives the first 64 bits of every stored id of a scope, in two halves. */
  read(scope: Scope, add: (high: number, low: number) => void): Promise<void>
}

/**
 * Tells which ids are certainly new without reading the table. Finding an id in the table means reading all ids of its
 * day, and with millions of ids, an index makes checkpoints of DuckDB take seconds. But nearly every event is new, and
 * for those the table need not be read.
 *
 * A set is read from the table on the first write to its day. If there is no room, the least recently used sets are
 * dropped. For a day that is too large by itself, ids are looked up in the table each time, which is slower but
 * bounded.
 */
export class SeenIds {
  readonly #sets = new Map<string, IdSet>()
  readonly #source: IdSource
  readonly #maxBytes: number
  #bytes = 0

  /** `maxBytes` limits all sets together. A day of ten million events takes 64 MiB. */
  constructor(source: IdSource, maxBytes = 128 * 2 ** 20) {
    this.#source = source
    this.#maxBytes = maxBytes
  }

  /** The ids of a scope that may be stored already. */
  async suspects(scope: Scope): Promise<string[]> {
    const ids = [...scope.entries.keys()]
    const set = this.#recall(scope) ?? (await this.#load(scope))
    if (!set) return ids
    const bytes = Buffer.from(ids.join(''), 'hex')
    return ids.filter((_, index) => set.has(bytes.readInt32BE(16 * index), bytes.readInt32BE(16 * index + 4)))
  }

  /** Call it once the ids are durable. */
  add(scope: Scope, ids: readonly string[]): void {
    const set = this.#sets.get(keyOf(scope))
    if (!set) return
    this.#bytes -= set.bytes
    const bytes = Buffer.from(ids.join(''), 'hex')
    for (let at = 0; at < bytes.length; at += 16) set.add(bytes.readInt32BE(at), bytes.readInt32BE(at + 4))
    this.#bytes += set.bytes
    this.#makeRoom()
  }

  /** Call it after a write whose outcome is unknown. */
  forget(): void {
    this.#sets.clear()
    this.#bytes = 0
  }

  /** The last entry of the map is the most recently used. */
  #recall(scope: Scope): IdSet | undefined {
    const key = keyOf(scope)
    const set = this.#sets.get(key)
    if (set && this.#sets.delete(key)) this.#sets.set(key, set)
    return set
  }

  async #load(scope: Scope): Promise<IdSet | undefined> {
    const set = IdSet.for(await this.#source.count(scope), this.#maxBytes)
    if (!set) return undefined
    await this.#source.read(scope, (high, low) => set.add(high, low))
    this.#sets.set(keyOf(scope), set)
    this.#bytes += set.bytes
    this.#makeRoom()
    return set
  }

  #makeRoom(): void {
    for (const [key, set] of this.#sets) {
      if (this.#bytes <= this.#maxBytes) return
      this.#sets.delete(key)
      this.#bytes -= set.bytes
    }
  }
}

function keyOf({ organizationId, idDay }: Scope): string {
  return `${idDay} ${organizationId}`
}
