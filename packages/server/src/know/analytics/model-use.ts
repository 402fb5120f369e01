import type { ModelTier, ModelTokens } from '@muster/contract/analytics'
import { compareBytes } from '../../ground/platform/byte-order.ts'
import type { Fact } from '../events/usage-event.ts'
import { plus } from './counts.ts'

interface TokenSums {
  calls: number
  billable: number
  input: number
  output: number
  cacheRead: number
  cacheWrite: number
}

/** The tokens of each model by tier. A tier exists once it had a call, even one without tokens. */
export type ModelUse = Map<string, Map<ModelTier, TokenSums>>

export function addModelCalls(use: ModelUse, fact: Fact, model: string): void {
  const tier = fact.detail === 'thinking' ? 'thinking' : 'standard'
  const sums = sumsOf(use, model, tier)
  sums.calls = plus(sums.calls, fact.quantity)
  sums.billable = plus(sums.billable, fact.billableTokens)
  sums.input = plus(sums.input, fact.inputTokens)
  sums.output = plus(sums.output, fact.outputTokens)
  sums.cacheRead = plus(sums.cacheRead, fact.cacheReadTokens)
  sums.cacheWrite = plus(sums.cacheWrite, fact.cacheWriteTokens)
}

export function mergeModelUse(uses: Iterable<ModelUse>): ModelUse {
  const merged: ModelUse = new Map()
  for (const use of uses) {
    for (const [model, tiers] of use) for (const [tier, sums] of tiers) addSums(sumsOf(merged, model, tier), sums)
  }
  return merged
}

/** The sum over the tiers of a model. */
export function modelTotal(tiers: ReadonlyMap<ModelTier, TokenSums>): TokenSums {
  const total = noTokens()
  for (const sums of tiers.values()) addSums(total, sums)
  return total
}

export function useTotal(use: ModelUse): TokenSums {
  const total = noTokens()
  for (const tiers of use.values()) addSums(total, modelTotal(tiers))
  return total
}

/** One item for each model and tier, by billable tokens. */
export function byModel(use: ModelUse): ModelTokens[] {
  const items = [...use].flatMap(([model, tiers]) =>
    [...tiers].map(([tier, sums]) => ({
      model_id: model,
      model_tier: tier,
      billable_tokens: sums.billable,
      input_tokens: sums.input,
      output_tokens: sums.output,
    })),
  )
  return items.sort(
    (a, b) =>
      b.billable_tokens - a.billable_tokens ||
      compareBytes(a.model_id, b.model_id) ||
      compareBytes(a.model_tier, b.model_tier),
  )
}

/** The model with the most billable tokens over all tiers, and its tier with the most. */
export function primaryModel(use: ModelUse): { model: string; tier: ModelTier } {
  const model = mostUsed([...use].map(([key, tiers]) => [key, modelTotal(tiers)]))
  const tier = mostUsed([...(use.get(model ?? '') ?? [])])
  return { model: model ?? '', tier: tier ?? 'standard' }
}

function mostUsed<Key extends string>(candidates: readonly [Key, TokenSums][]): Key | undefined {
  const [first] = candidates.toSorted(
    ([keyA, a], [keyB, b]) => b.billable - a.billable || b.calls - a.calls || compareBytes(keyA, keyB),
  )
  return first?.[0]
}

function sumsOf(use: ModelUse, model: string, tier: ModelTier): TokenSums {
  const tiers = use.get(model) ?? use.getOrInsert(model, new Map())
  return tiers.get(tier) ?? tiers.getOrInsert(tier, noTokens())
}

function addSums(into: TokenSums, from: TokenSums): void {
  into.calls = plus(into.calls, from.calls)
  into.billable = plus(into.billable, from.billable)
  into.input = plus(into.input, from.input)
  into.output = plus(into.output, from.output)
  into.cacheRead = plus(into.cacheRead, from.cacheRead)
  into.cacheWrite = plus(into.cacheWrite, from.cacheWrite)
}

function noTokens(): TokenSums {
  return { calls: 0, billable: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
}
