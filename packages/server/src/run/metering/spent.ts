import { modelChoices } from '@muster/contract/model-name'
import { costOf, nanosOfDollar } from '@muster/contract/prices/cost'
import { createPriceList } from '@muster/contract/prices/price-list'
import type { ModelUsage, ReportedCost } from '@muster/contract/relay/work-report'
import type { TokenUsage } from '@muster/contract/session'
import { sumOfUsage } from './token-usage.ts'

/** What was used of one model on one day. */
export interface Spent {
  readonly day: string
  readonly model: string
  readonly usage: TokenUsage
  /** The cost that the agent reports, in billionths of the currency. */
  readonly cost?: number
  readonly currency?: string
}

interface ToldUsage {
  readonly usage: TokenUsage
  readonly model?: string | undefined
  /** `usage` by model. */
  readonly models?: readonly ModelUsage[] | undefined
  readonly cost?: ReportedCost | undefined
}

export const unknownModel = 'unknown'

/** What a turn used so far, by model. `modelInForce` is used where the agent names none. */
export function spentOf(
  { usage, model, models, cost }: ToldUsage,
  day: string,
  modelInForce: string | undefined,
): Spent[] {
  const told: readonly ModelUsage[] = models && models.length > 0 ? models : [{ ...(model && { model }), usage }]
  const otherwise = modelInForce === undefined || modelChoices.has(modelInForce) ? unknownModel : modelInForce
  const spent = told.map((one): Spent => ({ day, model: one.model ?? otherwise, usage: one.usage }))
  return cost ? withCost(spent, cost) : spent
}

/**
 * An agent reports the cost of a whole turn. If the turn used several models, the cost is split by list prices, and the
 * parts add up to the reported cost; if one model has no price, the model with the most tokens gets all of it.
 */
function withCost(spent: readonly Spent[], { amount, currency }: ReportedCost): Spent[] {
  const nanos = Math.round(amount * nanosOfDollar)
  const weights = spent.map(estimate)
  const isKnown = weights.every((weight) => weight !== undefined)
  const shares = isKnown ? weights : spent.map(({ usage }) => tokensIn(usage))
  const sum = shares.reduce((all, share) => all + share, 0)
  const largest = shares.indexOf(Math.max(...shares))
  const parts = shares.map((share) => (isKnown && sum > 0 ? Math.floor(nanos * (share / sum)) : 0))
  const rest = nanos - parts.reduce((all, part) => all + part, 0)
  return spent.map((one, index) => ({ ...one, cost: (parts[index] ?? 0) + (index === largest ? rest : 0), currency }))
}

const listPrices = createPriceList()

function estimate({ model, day, usage }: Spent): number | undefined {
  const price = listPrices.find(model, day)?.price
  const {
    inputTokens: input,
    cacheReadTokens: cacheRead,
    cacheCreationTokens: cacheWrite,
    outputTokens: output,
  } = usage
  const cost = price && costOf(price, { input, cacheRead, cacheWrite, cacheWriteHour: 0, output }, 0)
  return cost === undefined || cost.unpricedTokens > 0 ? undefined : Number(cost.nanos)
}

/** What several turns used: one entry for each day, model and currency. */
export function addSpent(before: readonly Spent[] | null, more: readonly Spent[] | null): Spent[] | null {
  if (before === null || more === null) return before === null ? more && [...more] : [...before]
  const sums = new Map<string, Spent>()
  for (const one of [...before, ...more]) {
    const key = JSON.stringify([one.day, one.model, one.currency])
    const sum = sums.get(key)
    sums.set(key, sum ? { ...sum, usage: sumOfUsage(sum.usage, one.usage) ?? one.usage, ...addedCost(sum, one) } : one)
  }
  return [...sums.values()]
}

function addedCost(a: Spent, b: Spent): Pick<Spent, 'cost'> {
  return a.cost === undefined || b.cost === undefined ? {} : { cost: a.cost + b.cost }
}

export function tokensIn({ inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens }: TokenUsage): number {
  return inputTokens + outputTokens + cacheReadTokens + cacheCreationTokens
}
