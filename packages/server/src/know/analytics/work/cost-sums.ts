import { nanosOfDollar } from '@muster/contract/prices/cost'
import { compareBytes } from '../../../ground/platform/byte-order.ts'
import { add, type Counts, plus } from '../counts.ts'

/** Costs in billionths of a dollar. Null if none was reported, or none could be estimated. */
export interface CostSums {
  reported: number | null
  estimated: number | null
  modelCalls: number
  unpricedTokens: number
  /** The newest start date of the prices that were used. */
  pricesOf: string | null
  /** Costs reported in other currencies, in billionths of each. */
  readonly others: Counts
}

export function noCosts(): CostSums {
  return { reported: null, estimated: null, modelCalls: 0, unpricedTokens: 0, pricesOf: null, others: new Map() }
}

export function addCosts(into: CostSums, from: CostSums): void {
  into.reported = plusReported(into.reported, from.reported)
  into.estimated = plusReported(into.estimated, from.estimated)
  into.modelCalls = plus(into.modelCalls, from.modelCalls)
  into.unpricedTokens = plus(into.unpricedTokens, from.unpricedTokens)
  if (from.pricesOf !== null && (into.pricesOf ?? '') < from.pricesOf) into.pricesOf = from.pricesOf
  for (const [currency, cost] of from.others) add(into.others, currency, cost)
}

/** Null plus a number is that number; null plus null stays null. */
export function plusReported(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return plus(a, b)
}

/** Formats the sums for rows, in dollars. */
export function shownCosts({ reported, estimated, modelCalls, unpricedTokens, pricesOf }: CostSums) {
  return {
    cost: dollars(plusReported(reported, estimated)),
    reported_cost: dollars(reported),
    estimated_cost: dollars(estimated),
    model_calls: modelCalls,
    unpriced_tokens: unpricedTokens,
    prices_of: pricesOf,
  }
}

export function otherCurrencies({ others }: CostSums) {
  const inOrder = [...others].sort(([a], [b]) => compareBytes(a, b))
  return inOrder.map(([currency, nanos]) => ({ currency, cost: nanos / nanosOfDollar }))
}

export function dollars(nanos: number | null): number | null {
  return nanos === null ? null : nanos / nanosOfDollar
}

/** Highest cost first, then most tokens without a price, then by key. */
export function compareCosts([keyA, a]: readonly [string, CostSums], [keyB, b]: readonly [string, CostSums]): number {
  const total = ({ reported, estimated }: CostSums) => (reported ?? 0) + (estimated ?? 0)
  return total(b) - total(a) || b.unpricedTokens - a.unpricedTokens || compareBytes(keyA, keyB)
}
