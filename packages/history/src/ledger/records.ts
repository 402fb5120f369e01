import type { PieceReader } from '../pieces/piece-reader.ts'
import { KeySet } from './key-set.ts'
import type { Names } from './names.ts'
import { Numbers, Times } from './numbers.ts'
import { Texts } from './texts.ts'

export interface Keyed {
  readonly key: string
  readonly session: string
  readonly timeMs: number
}

/**
 * Many records of one kind, each key once, in the order in which they came. They are lists of numbers, because an object
 * for each takes ten times the memory, and all of them must be moved whenever memory is tidied.
 */
export abstract class Records<T extends Keyed> {
  /** The keys of all, with the numbers of the records. */
  readonly keySet = new KeySet()
  protected readonly names: Names
  readonly #times = new Times()
  readonly #sessions = new Numbers()
  readonly #keys: Texts | undefined

  constructor(names: Names, keepsKeys: boolean) {
    this.names = names
    this.#keys = keepsKeys ? new Texts() : undefined
  }

  get size(): number {
    return this.keySet.size
  }

  /** Whether keys and names are kept, or only what sums need. */
  protected get keepsKeys(): boolean {
    return this.#keys !== undefined
  }

  /** Adds the record, or returns the number of the one with the same key. `numberOf` is the number of a name of the piece. */
  addOrFind(record: PieceReader, numberOf: readonly number[]): number | undefined {
    const number = this.keySet.size
    const found = this.keySet.add(record.bytes, record.keyStart, record.keyEnd)
    if (found !== number) return found
    this.#keys?.add(record.key())
    this.#times.set(number, record.timeMs)
    this.#sessions.set(number, numberOf[record.session] as number)
    this.addDetails(number, record, numberOf)
    return undefined
  }

  replace(number: number, record: T): void {
    this.#times.set(number, record.timeMs)
    this.#sessions.set(number, this.names.numberOf(record.session))
    this.replaceDetails(number, record)
  }

  /** The record with this number. Its key, and the name of a tool, are empty if keys are not kept. */
  at(number: number): T {
    return this.withDetails(number, this.#keys?.get(number) ?? '', this.sessionAt(number), this.timeAt(number))
  }

  sessionAt(number: number): string {
    return this.names.at(this.#sessions.get(number))
  }

  timeAt(number: number): number {
    return this.#times.get(number)
  }

  get(key: string): T | undefined {
    const number = this.keySet.find(key)
    return number < 0 ? undefined : this.at(number)
  }

  *keys(): Generator<string> {
    for (const { key } of this.values()) yield key
  }

  *values(): Generator<T> {
    for (let number = 0; number < this.size; number += 1) yield this.at(number)
  }

  protected abstract addDetails(number: number, record: PieceReader, numberOf: readonly number[]): void
  protected abstract replaceDetails(number: number, record: T): void
  protected abstract withDetails(number: number, key: string, session: string, timeMs: number): T
}
