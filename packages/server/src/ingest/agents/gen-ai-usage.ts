import { number, text } from '../attributes.ts'
import type { Collector, Who } from '../collector.ts'
import { type Tokens, tokensWithCache } from '../tokens.ts'
import type { Log, SpanOf } from './agent.ts'

/** Attributes of OpenTelemetry's conventions for generative AI that tell what a call used, old and new. */
export const genAiUsageKeys = [
  'gen_ai.request.model',
  'gen_ai.response.model',
  'gen_ai.response.id',
  'gen_ai.request.reasoning.level',
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.output_tokens',
  'gen_ai.usage.prompt_tokens',
  'gen_ai.usage.completion_tokens',
  'gen_ai.usage.cache_read.input_tokens',
  'gen_ai.usage.cache_creation.input_tokens',
  'gen_ai.usage.cache_write.input_tokens',
  'gen_ai.usage.reasoning.output_tokens',
] as const
export type GenAiUsageKey = (typeof genAiUsageKeys)[number]

type Source = SpanOf<GenAiUsageKey> | Log<GenAiUsageKey>

/** A model call and the assistant's message that came of it, from the span around the call. */
export function genAiModelCall(span: SpanOf<GenAiUsageKey>, who: Who, into: Collector): void {
  const { spanId, endTimeNs } = span.record
  countGenAiCall(span, ['chat', who.session, spanId, endTimeNs], endTimeNs, who, into)
}

export function countGenAiCall(from: Source, key: readonly string[], timeNs: string, who: Who, into: Collector): void {
  if (!tellsTokens(from)) return
  const tokens = genAiTokens(from)
  if (typeof tokens === 'string') {
    into.quarantine(tokens)
    return
  }
  const name = text(from, 'gen_ai.response.model') || text(from, 'gen_ai.request.model')
  const detail = isThinking(from) ? 'thinking' : 'standard'
  into.event({ key, timeNs, who, type: 'model_call', name, detail, tokens })
  into.event({ key: [...key, 'message'], timeNs, who, type: 'message', name: 'assistant' })
}

/** A call that failed tells none, and is not counted. */
function tellsTokens(from: Source): boolean {
  return inputOf(from) !== undefined || outputOf(from) !== undefined
}

function genAiTokens(from: Source): Tokens | string {
  return tokensWithCache({
    input: inputOf(from),
    output: outputOf(from),
    cacheRead: number(from, 'gen_ai.usage.cache_read.input_tokens'),
    cacheWrite:
      number(from, 'gen_ai.usage.cache_creation.input_tokens') ?? number(from, 'gen_ai.usage.cache_write.input_tokens'),
  })
}

function inputOf(from: Source): number | undefined {
  return number(from, 'gen_ai.usage.input_tokens') ?? number(from, 'gen_ai.usage.prompt_tokens')
}

function outputOf(from: Source): number | undefined {
  return number(from, 'gen_ai.usage.output_tokens') ?? number(from, 'gen_ai.usage.completion_tokens')
}

function isThinking(from: Source): boolean {
  if ((number(from, 'gen_ai.usage.reasoning.output_tokens') ?? 0) > 0) return true
  return !['', 'none', 'off'].includes(text(from, 'gen_ai.request.reasoning.level'))
}
