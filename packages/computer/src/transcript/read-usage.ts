import type { TokenUsage } from '@muster/contract/session'
import { countOf, type Loose, listOf, objectOf, textOf } from '../acp/loose.ts'

/**
 * What the numbers in the answer to a prompt refer to: this prompt, the whole session so far, or only the last model
 * call, so that the turn used at least that. With `calls`, an update reports each model call instead.
 */
export type UsageWay = 'prompt' | 'session' | 'last-call' | 'calls'

interface ReadUsage {
  readonly usage: TokenUsage
  readonly model: string | undefined
}

const nothing: TokenUsage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheCreationTokens: 0,
  cacheReadTokens: 0,
  thinkingTokens: 0,
}

/** The tokens in the answer to a prompt, with the input excluding the cache; `undefined` without any. */
export function readUsage(result: Loose, inputHasCache = false): ReadUsage | undefined {
  const { token_count, model_usage } = objectOf(objectOf(result._meta).quota)
  const model = textOf(listOf(model_usage)[0]?.model)
  const usage = fromUsage(objectOf(result.usage)) ?? fromQuota(objectOf(token_count))
  return usage && { usage: inputHasCache ? withoutCache(usage) : usage, model }
}

function withoutCache(usage: TokenUsage): TokenUsage {
  const { inputTokens, cacheReadTokens, cacheCreationTokens } = usage
  return { ...usage, inputTokens: Math.max(0, inputTokens - cacheReadTokens - cacheCreationTokens) }
}

function fromUsage(told: Loose): TokenUsage | undefined {
  const [input, read] = [countOf(told.inputTokens), countOf(told.cachedReadTokens)]
  const [write, thinking] = [countOf(told.cachedWriteTokens), countOf(told.thoughtTokens)]
  const said = countOf(told.outputTokens)
  const total = countOf(told.totalTokens)
  if (input + said + read + write === 0) return undefined
  // In some agents thinking is part of the output, in others not; the total shows which.
  const output = total === input + said + read + write + thinking ? said + thinking : said
  return {
    inputTokens: input,
    outputTokens: output,
    cacheCreationTokens: write,
    cacheReadTokens: read,
    thinkingTokens: thinking,
  }
}

/** Does not separate the cache. */
function fromQuota({ input_tokens, output_tokens }: Loose): TokenUsage | undefined {
  const [inputTokens, outputTokens] = [countOf(input_tokens), countOf(output_tokens)]
  return inputTokens + outputTokens === 0 ? undefined : { ...nothing, inputTokens, outputTokens }
}

const parts = Object.keys(nothing) as (keyof TokenUsage)[]

/** The usage since `before`; an agent that started anew counts from zero. */
export function usageSince(before: TokenUsage | undefined, now: TokenUsage): TokenUsage {
  if (!before || parts.some((part) => now[part] < before[part])) return now
  return combine(now, before, (a, b) => a - b)
}

export function addUsage(a: TokenUsage | undefined, b: TokenUsage): TokenUsage {
  return a ? combine(a, b, (x, y) => x + y) : b
}

function combine(a: TokenUsage, b: TokenUsage, by: (x: number, y: number) => number): TokenUsage {
  const made = { ...nothing }
  for (const part of parts) made[part] = by(a[part], b[part])
  return made
}
