import { costOf } from '@muster/contract/prices/cost'
import type { PriceList } from '@muster/contract/prices/price-list'
import type { WorkFact } from '../../events/fact-shape.ts'
import { noCurrency } from '../../events/usage-event.ts'
import { most, plus } from '../counts.ts'
import type { CostSums } from './cost-sums.ts'

/** The fields on which a cost depends. */
export type PricedUse = Pick<
  WorkFact,
  | 'type'
  | 'name'
  | 'quantity'
  | 'inputTokens'
  | 'outputTokens'
  | 'cacheReadTokens'
  | 'cacheWriteTokens'
  | 'cacheWriteHourTokens'
  | 'cost'
  | 'currency'
  | 'promptsAbove'
>

/** The currency of amounts in rows. */
const currency = 'USD'

/** Facts are many and other currencies are rare, so all facts without one share this map, which is never changed. */
const nothing: CostSums = {
  reported: null,
  estimated: null,
  modelCalls: 0,
  unpricedTokens: 0,
  pricesOf: null,
  others: new Map(),
}

/**
 * Returns the cost of one fact: the reported one; otherwise, for model calls, an estimate by the model's price on that
 * day. An amount without a currency is shown but is no cost, so it replaces no estimate. The estimate is rounded here,
 * once, so that every grouping adds up to the same sum.
 */
export function costOfFact(fact: PricedUse, day: string, prices: PriceList): CostSums {
  const costs: CostSums = { ...nothing }
  if (fact.type === 'model_call') costs.modelCalls = fact.quantity
  const isReported = fact.cost !== null && fact.currency !== noCurrency
  if (fact.type === 'model_call' && !isReported) estimate(costs, fact, day, prices)
  if (fact.cost === null) return costs
  if (fact.currency === currency) return { ...costs, reported: fact.cost }
  return { ...costs, others: new Map([[fact.currency, fact.cost]]) }
}

function estimate(costs: CostSums, fact: PricedUse, day: string, prices: PriceList): void {
  const hour = fact.cacheWriteHourTokens ?? 0
  const tokens = {
    input: Math.max(0, fact.inputTokens - fact.cacheReadTokens - fact.cacheWriteTokens),
    cacheRead: fact.cacheReadTokens,
    cacheWrite: Math.max(0, fact.cacheWriteTokens - hour),
    cacheWriteHour: hour,
    output: fact.outputTokens,
  }
  const all = plus(fact.inputTokens, fact.outputTokens)
  const found = prices.find(fact.name, day)
  const cost = found && costOf(found.price, tokens, inputTokensOf(fact))
  costs.unpricedTokens = cost ? cost.unpricedTokens : all
  // Without a price there is no estimate: these tokens are not free.
  if (!cost || cost.unpricedTokens === all) return
  costs.estimated = cost.nanos > BigInt(most) ? most : Number(cost.nanos)
  costs.pricesOf = found.price.from
}

/** One token more than the largest bound that the calls exceeded; 0 if calls were reported as a sum. */
function inputTokensOf({ promptsAbove }: PricedUse): number {
  return promptsAbove === '' ? 0 : Number(promptsAbove) + 1
}
