import { costOf, nanosOfDollar } from '@muster/contract/prices/cost'
import type { ModelPrice } from '@muster/contract/prices/price'
import type { CallSums } from '../ledger/ledger.ts'

export interface Money {
  readonly amount: number
  readonly currency: 'USD'
  /** `estimated` if any part is. */
  readonly source: 'reported' | 'estimated'
  /** The first day on which the prices of the estimate hold; if there are several, the newest. */
  readonly pricesOf: string | null
}

/** Adds up costs without rounding in between. */
export class Purse {
  #nanos = 0n
  #isKnown = false
  /** The first day of the newest price of an estimate. */
  #pricesOf: string | undefined
  unpricedTokens = 0

  add(sums: CallSums, price: ModelPrice | undefined): void {
    if (sums.reportedNanos !== null) {
      this.#nanos += BigInt(sums.reportedNanos)
      this.#isKnown = true
      return
    }
    const all = sums.input + sums.cacheRead + sums.cacheWrite + sums.cacheWriteHour + sums.output
    const cost = price && costOf(price, sums, sums.longestRead)
    this.unpricedTokens += cost ? cost.unpricedTokens : all
    if (!cost || cost.unpricedTokens === all) return
    this.#nanos += cost.nanos
    this.#isKnown = true
    this.#addPrice(price.from)
  }

  addAll(other: Purse): void {
    this.#nanos += other.#nanos
    this.#isKnown ||= other.#isKnown
    this.#addPrice(other.#pricesOf)
    this.unpricedTokens += other.unpricedTokens
  }

  /** `null` if nothing has a price, because unpriced does not mean free. */
  get money(): Money | null {
    if (!this.#isKnown) return null
    return {
      amount: Number(this.#nanos) / nanosOfDollar,
      currency: 'USD',
      source: this.#pricesOf === undefined ? 'reported' : 'estimated',
      pricesOf: this.#pricesOf ?? null,
    }
  }

  #addPrice(from: string | undefined): void {
    if (from !== undefined && from > (this.#pricesOf ?? '')) this.#pricesOf = from
  }
}
