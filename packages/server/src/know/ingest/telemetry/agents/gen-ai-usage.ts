import type { ReportedTokens } from '../../vocabulary/tokens.ts'
import { number, text } from '../attributes.ts'
import type { Collector } from '../collector.ts'
import type { Who } from '../event-report.ts'
import { durationOf, type Log, type SpanOf } from './agent.ts'

/** Attributes of OpenTelemetry's conventions for generative AI about the usage of a call, old and new. */
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
  'error.type',
] as const
type GenAiUsageKey = (typeof genAiUsageKeys)[number]

type Source = SpanOf<GenAiUsageKey> | Log<GenAiUsageKey>

/** The source of a call, and its reporter. */
interface Call {
  readonly key: readonly string[]
  readonly timeNs: string
  readonly who: Who
  /** Whether the model answered with a message: true unless the call asked for something else, such as an embedding. */
  readonly hasAnswer?: boolean
  readonly hasFailed?: boolean
  readonly cost?: number | undefined
  readonly currency?: string
  readonly durationMs?: number | undefined
}

/** Counts a model call and its assistant message, from the span around the call. */
export function genAiModelCall(
  span: SpanOf<GenAiUsageKey>,
  who: Who,
  into: Collector,
  { hasAnswer = true, key, ...money }: Partial<Pick<Call, 'key' | 'hasAnswer' | 'cost' | 'currency'>> = {},
): void {
  const { spanId, endTimeNs: timeNs, failed: hasFailed } = span.record
  const response = text(span, 'gen_ai.response.id')
  // A library and the framework around it may each write a span for one call. Tokens are part of the key, because some
  // servers give every response the same id.
  const ownKey =
    response === ''
      ? ['chat', who.session, spanId, timeNs]
      : ['chat', who.session, 'response', response, `${inputOf(span)}`, `${outputOf(span)}`]
  const call = { key: key ?? ownKey, timeNs, who, hasAnswer, hasFailed, ...money }
  countGenAiCall(span, { ...call, durationMs: durationOf(span.record) }, into)
}

export function countGenAiCall(from: Source, call: Call, into: Collector): void {
  if (!tellsTokens(from)) {
    countWithoutTokens(call, modelOf(from), text(from, 'error.type'), into)
    return
  }
  countCall(call, { name: modelOf(from), tokens: genAiTokens(from), isThinking: isThinking(from) }, into)
}

/** The usage that a call reports. */
interface Told {
  readonly name: string
  readonly tokens: ReportedTokens
  readonly isThinking: boolean
}

export function countCall({ hasAnswer = true, ...call }: Call, { name, tokens, isThinking }: Told, into: Collector) {
  const { hasFailed: _, ...about } = call
  const { key, timeNs, who } = call
  const detail = isThinking ? 'thinking' : 'standard'
  const isTaken = into.event({ ...about, type: 'model_call', name, detail, tokens })
  if (isTaken && hasAnswer) into.event({ key: [...key, 'message'], timeNs, who, type: 'message', name: 'assistant' })
}

function modelOf(from: Source): string {
  return text(from, 'gen_ai.response.model') || text(from, 'gen_ai.request.model')
}

/** Counts the answer even if its tokens are unknown. A failed call has no answer. */
export function countWithoutTokens(call: Call, name: string, errorKind: string, into: Collector): void {
  const { key, timeNs, who, hasAnswer = true, hasFailed = false, durationMs } = call
  if (hasFailed) {
    into.event({ key: [...key, 'failure'], timeNs, who, type: 'model_failure', name, errorKind, durationMs })
    return
  }
  into.tellChange('A model call tells no tokens, so that only its answer is counted.')
  if (hasAnswer) into.event({ key: [...key, 'message'], timeNs, who, type: 'message', name: 'assistant' })
}

export function tellsTokens(from: Source): boolean {
  return inputOf(from) !== undefined || outputOf(from) !== undefined
}

function genAiTokens(from: Source): ReportedTokens {
  return {
    cache: 'within',
    input: inputOf(from),
    output: outputOf(from),
    cacheRead: number(from, 'gen_ai.usage.cache_read.input_tokens'),
    cacheWrite:
      number(from, 'gen_ai.usage.cache_creation.input_tokens') ?? number(from, 'gen_ai.usage.cache_write.input_tokens'),
  }
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
