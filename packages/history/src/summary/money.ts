import { costOf, nanosOfDollar } from '@muster/contract/prices/cost'
import type { PriceList } from '@muster/contract/prices/price-list'
import { shippedPricesOf } from '@muster/contract/prices/shipped-prices'
import type { ModelCall, Tokens } from '../record.ts'

export interface Money {
  readonly amount: number
  readonly currency: 'USD'
  /** `estimated` if any part of it is. */
  readonly source: 'reported' | 'estimated'
  /** The day of the price table, where it was used. */
  readonly pricesOf: string | null
}

/** Adds up what calls cost, without losing a fraction of a cent on the way. */
export class Purse {
  #nanos = 0n
  #reported = 0
  #estimated = 0
  unpricedTokens = 0

  add(call: ModelCall, day: string, prices: PriceList): void {
    if (call.cost !== undefined) {
      this.#nanos += BigInt(Math.round(call.cost * nanosOfDollar))
      this.#reported += 1
      return
    }
    const found = prices.find(call.model, day)
    const all = allTokens(call.tokens)
    const { input, cacheRead, cacheWrite, cacheWriteHour, output } = call.tokens
    const read = input + cacheRead + cacheWrite + cacheWriteHour
    const cost = found && costOf(found.price, { input, cacheRead, cacheWrite, cacheWriteHour, output }, read)
    this.unpricedTokens += cost ? cost.unpricedTokens : all
    if (!cost || cost.unpricedTokens === all) return
    this.#nanos += cost.nanos
    this.#estimated += 1
  }

  addAll(other: Purse): void {
    this.#nanos += other.#nanos
    this.#reported += other.#reported
    this.#estimated += other.#estimated
    this.unpricedTokens += other.unpricedTokens
  }

  /** `null` if nothing has a price, because that is not free. */
  get money(): Money | null {
    if (this.#reported + this.#estimated === 0) return null
    const isEstimated = this.#estimated > 0
    return {
      amount: Number(this.#nanos) / nanosOfDollar,
      currency: 'USD',
      source: isEstimated ? 'estimated' : 'reported',
      pricesOf: isEstimated ? shippedPricesOf : null,
    }
  }
}

function allTokens({ input, cacheRead, cacheWrite, cacheWriteHour, output }: Tokens): number {
  return input + cacheRead + cacheWrite + cacheWriteHour + output
}
