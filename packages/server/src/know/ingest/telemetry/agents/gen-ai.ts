import { maxTokensOf } from '../../vocabulary/tokens.ts'
import { text } from '../attributes.ts'
import type { Collector } from '../collector.ts'
import type { Who } from '../event-report.ts'
import { windowOf } from '../metric-series.ts'
import { type Agent, defineAgent, durationOf, type PointOf, type SpanOf } from './agent.ts'
import { countGenAiCall, genAiModelCall, genAiUsageKeys, tellsTokens } from './gen-ai-usage.ts'
import { countOpenInference, openInferenceKeys } from './open-inference.ts'
import { countTool } from './tool-call.ts'

const keys = [
  ...genAiUsageKeys,
  ...openInferenceKeys,
  'event.name',
  'session.id',
  'gen_ai.operation.name',
  'gen_ai.conversation.id',
  'gen_ai.tool.name',
  'gen_ai.tool.call.id',
] as const
type Key = (typeof keys)[number]

const modelOperations = new Set(['chat', 'text_completion', 'generate_content'])
const detailsEvent = 'gen_ai.client.inference.operation.details'

/**
 * Any other agent that follows OpenTelemetry's conventions for generative AI. It may report the same model call in a
 * span, an event and metrics. The span counts; the event counts only outside of a span. Metrics count only for
 * resources that request it: see `genAiMetrics`.
 */
export const genAi = defineAgent<Key>({
  name: 'gen_ai',
  keys,
  spans: 'all',
  span(span, into) {
    const who = whoOf(text(span, 'gen_ai.conversation.id') || text(span, 'session.id'))
    countSpan(span, who, into)
  },
  log(log, into) {
    const name = text(log, 'event.name') || log.record.eventName
    if (name !== detailsEvent || log.record.spanId !== '') return
    const who = whoOf(text(log, 'gen_ai.conversation.id') || text(log, 'session.id'))
    const { timeNs } = log.record
    const key = ['details', who.session, timeNs, text(log, 'gen_ai.response.id')]
    countGenAiCall(log, { key, timeNs, who }, into)
    sessionStart(who, timeNs, into)
  },
})

function countSpan(span: SpanOf<Key>, who: Who, into: Collector): void {
  const operation = text(span, 'gen_ai.operation.name')
  const { startTimeNs, parentSpanId } = span.record
  if (modelOperations.has(operation) || (operation === '' && isModelCall(span))) {
    genAiModelCall(span, who, into)
    sessionStart(who, startTimeNs, into)
  } else if (operation === 'embeddings') genAiModelCall(span, who, into, { hasAnswer: false })
  else if (operation === 'execute_tool') tool(span, who, into)
  else if (operation === 'invoke_agent') {
    if (parentSpanId === '') turn(span, who, into)
    if (tellsTokens(span))
      into.passOver("Tokens on an agent's span are those of its model calls, which count by themselves.")
  } else if (countOpenInference(span, who, into)) sessionStart(who, startTimeNs, into)
  else if (tellsTokens(span)) into.passOver('Tokens are told without a model or of an operation that is not known.')
}

/** Older libraries name the model but no operation. */
function isModelCall(span: SpanOf<Key>): boolean {
  const model = text(span, 'gen_ai.response.model') || text(span, 'gen_ai.request.model')
  return model !== '' && tellsTokens(span)
}

/** There is no record of a conversation's start: it starts with its first record. */
function sessionStart(who: Who, timeNs: string, into: Collector): void {
  if (who.session === '') return
  into.event({ key: ['session', who.session], timeNs, who, type: 'session_start' })
}

/** The resource attribute and its value that declare that only metrics report usage. */
export const usageSource = { key: 'muster.usage', metrics: 'metrics' } as const

/** The same agent for a resource with `muster.usage=metrics`: its spans and events are ignored. */
export const genAiMetrics: Agent = defineAgent<string>({
  name: 'gen_ai',
  keys: [],
  metrics: ['gen_ai.client.token.usage'],
  point: tokenUsage,
})

function whoOf(session: string): Who {
  return { session, client: 'terminal-ui' }
}

function tool(span: SpanOf<Key>, who: Who, into: Collector): void {
  const { spanId, endTimeNs: timeNs, failed } = span.record
  const key = ['tool', who.session, text(span, 'gen_ai.tool.call.id') || spanId]
  const errorKind = text(span, 'error.type')
  const outcome = failed || errorKind !== '' ? 'error' : 'success'
  const raw = text(span, 'gen_ai.tool.name')
  countTool({ key, timeNs, who, raw, outcome, errorKind, durationMs: durationOf(span.record) }, into)
}

/** An agent without a caller was invoked by its user. */
function turn(span: SpanOf<Key>, who: Who, into: Collector): void {
  const { spanId, startTimeNs } = span.record
  into.event({ key: ['user', who.session, spanId], timeNs: startTimeNs, who, type: 'message', name: 'user' })
  sessionStart(who, startTimeNs, into)
}

/**
 * One histogram for input tokens and one for output tokens, each with one measurement a call. Calls are counted by the
 * input's.
 */
function tokenUsage(point: PointOf, into: Collector): void {
  const { value, count = Number.NaN } = point.record
  const type = text(point, 'gen_ai.token.type')
  if (type !== 'input' && type !== 'output') {
    into.quarantine('The metric does not say input or output.')
    return
  }
  if (count === 0) return
  const window = windowOf(point, into)
  if (!window) return
  const isInput = type === 'input'
  const most = maxTokensOf(count)
  const tokens = { cache: 'within', input: isInput ? value : 0, output: isInput ? 0 : value, most } as const
  const who = whoOf(text(point, 'gen_ai.conversation.id') || text(point, 'session.id'))
  const name = text(point, 'gen_ai.response.model') || text(point, 'gen_ai.request.model')
  const quantity = isInput ? count : 0
  into.event({ ...window, who, type: 'model_call', name, detail: 'standard', quantity, tokens })
}
