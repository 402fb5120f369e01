import { number, text } from '../attributes.ts'
import type { Collector } from '../collector.ts'
import type { Who } from '../event-report.ts'
import { durationOf, type SpanOf } from './agent.ts'
import { countCall, countWithoutTokens } from './gen-ai-usage.ts'
import { countTool } from './tool-call.ts'

/** Attributes of the OpenInference conventions, which some libraries use instead of OpenTelemetry's. */
export const openInferenceKeys = [
  'openinference.span.kind',
  'llm.model_name',
  'llm.token_count.prompt',
  'llm.token_count.completion',
  'llm.token_count.prompt_details.cache_read',
  'llm.token_count.prompt_details.cache_write',
  'llm.token_count.completion_details.reasoning',
  'tool.name',
  'tool_call.id',
  'llm.cost.total',
] as const
type OpenInferenceKey = (typeof openInferenceKeys)[number]

/**
 * Counts a span of these conventions. Returns whether it is one. Spans of chains and agents repeat the tokens of their
 * calls.
 */
export function countOpenInference(span: SpanOf<OpenInferenceKey>, who: Who, into: Collector): boolean {
  const kind = text(span, 'openinference.span.kind').toUpperCase()
  const { spanId, endTimeNs: timeNs, failed: hasFailed } = span.record
  const input = number(span, 'llm.token_count.prompt')
  const output = number(span, 'llm.token_count.completion')
  const tellsTokens = input !== undefined || output !== undefined
  if (kind === 'LLM' || kind === 'EMBEDDING') {
    const key = ['chat', who.session, spanId, timeNs]
    const durationMs = durationOf(span.record)
    const call = {
      key,
      timeNs,
      who,
      hasAnswer: kind === 'LLM',
      hasFailed,
      cost: number(span, 'llm.cost.total'),
      durationMs,
    }
    const cacheRead = number(span, 'llm.token_count.prompt_details.cache_read')
    const cacheWrite = number(span, 'llm.token_count.prompt_details.cache_write')
    const tokens = { cache: 'within', input, output, cacheRead, cacheWrite } as const
    const isThinking = (number(span, 'llm.token_count.completion_details.reasoning') ?? 0) > 0
    const name = text(span, 'llm.model_name')
    if (!tellsTokens) countWithoutTokens(call, name, '', into)
    else countCall(call, { name, tokens, isThinking }, into)
  } else if (kind === 'TOOL') {
    const key = ['tool', who.session, text(span, 'tool_call.id') || spanId]
    const outcome = hasFailed ? 'error' : 'success'
    countTool({ key, timeNs, who, raw: text(span, 'tool.name'), outcome, durationMs: durationOf(span.record) }, into)
  } else if (tellsTokens) into.passOver('A span that is no model call tells tokens, which its calls tell themselves.')
  return kind !== '' || tellsTokens
}
