import { type Tokens, tokensWithCache } from '../../vocabulary/tokens.ts'
import { number, text } from '../attributes.ts'
import type { Collector, Who } from '../collector.ts'
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
  'gen_ai.usage.reasoning_tokens',
] as const
export type GenAiUsageKey = (typeof genAiUsageKeys)[number]

type Source = SpanOf<GenAiUsageKey> | Log<GenAiUsageKey>

/** Where a call is told, and by whom. */
export interface Call {
  readonly key: readonly string[]
  readonly timeNs: string
  readonly who: Who
  /** Whether the model answered with a message, as it does unless it was asked for something else. */
  readonly hasAnswer?: boolean
  readonly hasFailed?: boolean
}

/** A model call and the assistant's message that came of it, from the span around the call. */
export function genAiModelCall(span: SpanOf<GenAiUsageKey>, who: Who, into: Collector, hasAnswer = true): void {
  const { spanId, endTimeNs: timeNs, failed: hasFailed } = span.record
  const key = ['chat', who.session, spanId, timeNs]
  countGenAiCall(span, { key, timeNs, who, hasAnswer, hasFailed }, into)
}

export function countGenAiCall(from: Source, call: Call, into: Collector): void {
  if (!tellsTokens(from)) {
    countWithoutTokens(call, into)
    return
  }
  const name = text(from, 'gen_ai.response.model') || text(from, 'gen_ai.request.model')
  countCall(call, { name, tokens: genAiTokens(from), isThinking: isThinking(from) }, into)
}

/** What a call says of itself, or what is wrong with its tokens. */
export interface Told {
  readonly name: string
  readonly tokens: Tokens | string
  readonly isThinking: boolean
}

export function countCall({ hasAnswer = true, ...call }: Call, { name, tokens, isThinking }: Told, into: Collector) {
  const { key, timeNs, who } = call
  if (typeof tokens === 'string') {
    into.quarantine(tokens)
    return
  }
  const detail = isThinking ? 'thinking' : 'standard'
  into.event({ key, timeNs, who, type: 'model_call', name, detail, tokens })
  if (hasAnswer) into.event({ key: [...key, 'message'], timeNs, who, type: 'message', name: 'assistant' })
}

/** Somebody got an answer, whatever it cost. A call that failed gave none. */
export function countWithoutTokens({ key, timeNs, who, hasAnswer = true, hasFailed = false }: Call, into: Collector) {
  if (hasFailed) {
    into.passOver('A model call that failed tells no tokens.')
    return
  }
  into.tellChange('A model call tells no tokens, so that only its answer is counted.')
  if (hasAnswer) into.event({ key: [...key, 'message'], timeNs, who, type: 'message', name: 'assistant' })
}

export function tellsTokens(from: Source): boolean {
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
  const reasoning =
    number(from, 'gen_ai.usage.reasoning.output_tokens') ?? number(from, 'gen_ai.usage.reasoning_tokens')
  if ((reasoning ?? 0) > 0) return true
  return !['', 'none', 'off'].includes(text(from, 'gen_ai.request.reasoning.level'))
}
