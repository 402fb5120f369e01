import { canonicalModel } from '../model-name.ts'
import type { LongPrice, ModelPrice } from './price.ts'
import { shippedPrices } from './shipped-prices.ts'

export type PriceSource = 'shipped' | 'organization'

export interface FoundPrice {
  readonly price: ModelPrice
  readonly source: PriceSource
}

export interface PriceList {
  /** The price of a model on a day. Any spelling of the model's name works. */
  find(model: string, day: string): FoundPrice | undefined
}

/** The built-in prices, preceded by those of the organization. */
export function createPriceList(own: readonly ModelPrice[] = []): PriceList {
  if (own.length === 0) return shipped
  const prices = listOf(own, 'organization')
  return { find: (model, day) => prices.find(model, day) ?? shipped.find(model, day) }
}

function listOf(all: readonly ModelPrice[], source: PriceSource): PriceList {
  const prices = new Map<string, FoundPrice[]>()
  for (const price of all) {
    const model = canonicalModel(price.model)
    prices.set(model, [...(prices.get(model) ?? []), { price, source }])
  }
  return {
    find: (model, day) => prices.get(canonicalModel(model))?.find(({ price }) => holdsOn(price, day)),
  }
}

const shipped = listOf(shippedPrices, 'shipped')

/** The prompt lengths above which a price changes, the shortest first. */
export function promptBounds(own: readonly ModelPrice[] = []): number[] {
  const bounds = [...own, ...shippedPrices].flatMap(({ long = [] }) => long.map(({ above }) => above))
  return [...new Set(bounds)].sort((a, b) => a - b)
}

/** The prices for a call that reads this many tokens, cached or not. */
export function amountsFor(price: ModelPrice, inputTokens: number): Omit<LongPrice, 'above'> {
  const { long } = price
  if (long === undefined) return price
  let longest: LongPrice | undefined
  for (let number = 0; number < long.length; number += 1) {
    const next = long[number] as LongPrice
    if (inputTokens > next.above && (longest === undefined || next.above > longest.above)) longest = next
  }
  return longest ?? price
}

export function holdsOn({ from, to }: ModelPrice, day: string): boolean {
  return from <= day && (to === undefined || day <= to)
}
