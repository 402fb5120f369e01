import { modelChoices } from '@muster/contract/model-name'
import type { ModelUsage } from '@muster/contract/relay/work-report'
import type { TokenUsage } from '@muster/contract/session'
import { maxNameLength } from '@muster/contract/telemetry'
import { countOf, type Loose, listOf, objectOf, textOf } from '../acp/loose.ts'

/**
 * The scope of the numbers in the answer to a prompt: this prompt, the whole session so far, or only the last model
 * call, which is a lower bound for the turn. With `calls`, an update reports each model call instead.
 */
export type UsageWay = 'prompt' | 'session' | 'last-call' | 'calls'

interface ReadUsage {
  readonly usage: TokenUsage
  /** The same by model, with names if the agent reports them. */
  readonly models: readonly ModelUsage[]
}

const nothing: TokenUsage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheCreationTokens: 0,
  cacheReadTokens: 0,
  thinkingTokens: 0,
}

/**
 * The tokens in the answer to a prompt, with the input excluding the cache; `undefined` if there are none. The sum by
 * model can exceed the total, because it includes the agent's own calls, such as one for a title.
 */
export function readUsage(result: Loose, inputHasCache = false): ReadUsage | undefined {
  const { token_count, model_usage } = objectOf(objectOf(result._meta).quota)
  const told = fromUsage(objectOf(result.usage)) ?? fromQuota(objectOf(token_count))
  const total = told && (inputHasCache ? withoutCache(told) : told)
  const named = listOf(model_usage)
  const models = named.flatMap(({ model, token_count: tokens }): ModelUsage[] => {
    const usage = fromQuota(objectOf(tokens))
    return usage ? [{ ...namedModel(model), usage }] : []
  })
  const sum = models.reduce((usage, one) => addUsage(usage, one.usage), nothing)
  if (models.length > 0 && tokensIn(sum) >= tokensIn(total ?? nothing)) return { usage: sum, models }
  return total && { usage: total, models: [{ ...namedModel(named[0]?.model), usage: total }] }
}

function namedModel(model: unknown): Pick<ModelUsage, 'model'> {
  const name = textOf(model)
  return name === undefined || name.length > maxNameLength || modelChoices.has(name) ? {} : { model: name }
}

function tokensIn({ inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens }: TokenUsage): number {
  return inputTokens + outputTokens + cacheReadTokens + cacheCreationTokens
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
  // Some agents include thinking tokens in the output, others do not; the total shows which.
  const output = total === input + said + read + write + thinking ? said + thinking : said
  return {
    inputTokens: input,
    outputTokens: output,
    cacheCreationTokens: write,
    cacheReadTokens: read,
    thinkingTokens: thinking,
  }
}

/** Gemini CLI reports only input and output, and does not separate the cache. */
function fromQuota({ input_tokens, output_tokens, ...others }: Loose): TokenUsage | undefined {
  const usage: TokenUsage = {
    inputTokens: countOf(input_tokens) || countOf(others.inputTokens),
    outputTokens: countOf(output_tokens) || countOf(others.outputTokens),
    cacheCreationTokens: countOf(others.cachedWriteTokens) || countOf(others.cacheWriteInputTokens),
    cacheReadTokens: countOf(others.cachedInputTokens),
    thinkingTokens: countOf(others.reasoningOutputTokens),
  }
  return tokensIn(usage) === 0 ? undefined : usage
}

const parts = Object.keys(nothing) as (keyof TokenUsage)[]

/** The usage since `before`; an agent that restarted counts from zero. */
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
