import { canonicalModel } from '@muster/contract/model-name'
import type { ModelPrice } from '@muster/contract/prices/price'
import { createPriceList } from '@muster/contract/prices/price-list'
import type { SessionCost, TokenUsage } from '@muster/contract/session'
import { costOfFact, type PricedUse } from '../../know/analytics/work/cost-of-fact.ts'
import { addCosts, dollars, noCosts, plusReported } from '../../know/analytics/work/cost-sums.ts'
import { type Spent, tokensIn } from '../metering/spent.ts'

/**
 * The cost of a session, by the same rules as analytics: what its agent reported, otherwise an estimate by the prices
 * of the organization and of each day. `used` are all of its tokens; those that `spent` lacks have no known model and
 * no price.
 */
export function costOfSession(
  spent: readonly Spent[],
  used: TokenUsage,
  prices: readonly ModelPrice[] | null,
): SessionCost {
  const list = createPriceList(prices ?? [])
  const sums = noCosts()
  for (const one of spent) addCosts(sums, costOfFact(useOf(one), one.day, list))
  const known = spent.reduce((tokens, { usage }) => tokens + tokensIn(usage), 0)
  const unpricedTokens = sums.unpricedTokens + Math.max(0, tokensIn(used) - known)
  const nanos = plusReported(sums.reported, sums.estimated)
  const [other] = nanos === null ? sums.others : []
  const source = sums.estimated === null && (nanos !== null || other !== undefined) ? 'reported' : 'estimated'
  const [currency, amount] = other ?? ['USD', nanos]
  return { amount: dollars(amount), currency, source, unpricedTokens }
}

function useOf({ model, usage, cost, currency = '' }: Spent): PricedUse {
  const { cacheReadTokens, cacheCreationTokens: cacheWriteTokens, outputTokens } = usage
  return {
    ...{ type: 'model_call', name: canonicalModel(model), quantity: 0, promptsAbove: '' },
    inputTokens: usage.inputTokens + cacheReadTokens + cacheWriteTokens,
    ...{ outputTokens, cacheReadTokens, cacheWriteTokens, cacheWriteHourTokens: null, cost: cost ?? null, currency },
  }
}
