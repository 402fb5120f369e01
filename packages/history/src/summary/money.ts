import { costOf, nanosOfDollar, quickCostOf } from '@muster/contract/prices/cost'
import type { PriceList } from '@muster/contract/prices/price-list'
import type { ModelCall, Tokens } from '../record.ts'

export interface Money {
  readonly amount: number
  readonly currency: 'USD'
  /** `estimated` if any part of it is. */
  readonly source: 'reported' | 'estimated'
  /** The first day of the prices of an estimate; of several, the newest. */
  readonly pricesOf: string | null
}

/** What of a call is paid for. */
export type Paid = Pick<ModelCall, 'model' | 'tokens' | 'cost'>

/** Adds up what calls cost, without losing a fraction of a cent on the way. */
export class Purse {
  /** Ordinary numbers are quicker; what they could not hold exactly goes to `#more`. */
  #nanos = 0
  #more = 0n
  #reported = 0
  #estimated = 0
  #pricesOf = ''
  unpricedTokens = 0

  add({ model, tokens, cost: reported }: Paid, day: string, prices: PriceList): void {
    if (reported !== undefined) {
      this.#addNanos(Math.round(reported * nanosOfDollar))
      this.#reported += 1
      return
    }
    const found = prices.find(model, day)
    const all = allTokens(tokens)
    const read = all - tokens.output
    const cost = found && quickCostOf(found.price, tokens, read)
    this.unpricedTokens += cost ? cost.unpricedTokens : all
    if (!cost || cost.unpricedTokens === all) return
    if (Number.isNaN(cost.nanos)) this.#more += costOf(found.price, tokens, read).nanos
    else this.#addNanos(cost.nanos)
    this.#estimated += 1
    if (found.price.from > this.#pricesOf) this.#pricesOf = found.price.from
  }

  #addNanos(nanos: number): void {
    if (!Number.isSafeInteger(this.#nanos + nanos)) {
      this.#more += BigInt(this.#nanos)
      this.#nanos = 0
    }
    if (Number.isSafeInteger(nanos)) this.#nanos += nanos
    else this.#more += BigInt(nanos)
  }

  addAll(other: Purse): void {
    this.#more += BigInt(other.#nanos) + other.#more
    this.#reported += other.#reported
    this.#estimated += other.#estimated
    if (other.#pricesOf > this.#pricesOf) this.#pricesOf = other.#pricesOf
    this.unpricedTokens += other.unpricedTokens
  }

  /** `null` if nothing has a price, because that is not free. */
  get money(): Money | null {
    if (this.#reported + this.#estimated === 0) return null
    const isEstimated = this.#estimated > 0
    return {
      amount: Number(this.#more + BigInt(this.#nanos)) / nanosOfDollar,
      currency: 'USD',
      source: isEstimated ? 'estimated' : 'reported',
      pricesOf: isEstimated ? this.#pricesOf : null,
    }
  }
}

function allTokens({ input, cacheRead, cacheWrite, cacheWriteHour, output }: Tokens): number {
  return input + cacheRead + cacheWrite + cacheWriteHour + output
}
