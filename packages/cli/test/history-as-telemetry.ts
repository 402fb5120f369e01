import type { Ledger } from '@muster/history/ledger/ledger'
import { endOf } from '@muster/history/ledger/same-call'
import type { ModelCall, ToolCall } from '@muster/history/record'

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

interface Request {
  readonly signal: 'logs' | 'metrics' | 'traces'
  readonly body: unknown
}

/** The time of a log record or span is a few milliseconds off the history's, as it was with real agents. */
const offMs = 23

/**
 * What an agent would have sent as telemetry while it wrote this history, in the form of real records, as far as both
 * tell it.
 */
export function asTelemetry(agent: string, ledger: Ledger, user: Attributes = {}): Request[] {
  const make = makers[agent]
  if (!make) throw new Error(`Nothing is known of the telemetry of ${agent}.`)
  return make(ledger, user)
}

const makers: Readonly<Record<string, (ledger: Ledger, user: Attributes) => Request[]>> = {
  'claude-code': (ledger, user) => [
    metrics(
      'claude-code',
      'claude_code.session.count',
      starts(ledger).map(({ key, timeMs }) => ({ timeMs, attributes: { 'session.id': key, ...user } })),
    ),
    logs('claude-code', [
      ...prompts(ledger).map(({ session, timeMs }) =>
        record(timeMs, { 'event.name': 'user_prompt', 'session.id': session, ...user }),
      ),
      ...calls(ledger).flatMap((call, index) => {
        const about = { 'session.id': call.session, request_id: call.telemetryId, 'event.sequence': index, ...user }
        const { input, cacheRead, cacheWrite, cacheWriteHour, output } = call.tokens
        const tokens = {
          model: call.model,
          input_tokens: input,
          output_tokens: output,
          cache_read_tokens: cacheRead,
          cache_creation_tokens: cacheWrite + cacheWriteHour,
          cost_usd: 0.01,
        }
        return [
          record(endOf(call), { 'event.name': 'api_request', ...about, ...tokens }),
          record(endOf(call), { 'event.name': 'assistant_response', ...about }),
        ]
      }),
      ...tools(ledger).map(({ key, session, timeMs, name }) =>
        record(timeMs + 100, {
          'event.name': 'tool_result',
          'session.id': session,
          tool_use_id: key,
          tool_name: name,
          success: true,
          duration_ms: 50,
          ...user,
        }),
      ),
    ]),
  ],
  codex: (ledger, user) => [
    logs('codex_exec', [
      ...starts(ledger).map(({ key, timeMs }) => codexRecord('conversation_starts', key, timeMs, user)),
      ...prompts(ledger).map(({ session, timeMs }) => codexRecord('user_prompt', session, timeMs, user)),
      ...calls(ledger).map((call) =>
        codexRecord('sse_event', call.session, call.timeMs, {
          'event.kind': 'response.completed',
          model: call.model,
          input_token_count: inputOf(call),
          output_token_count: call.tokens.output,
          cached_token_count: call.tokens.cacheRead,
          reasoning_token_count: call.tokens.reasoning,
          ...user,
        }),
      ),
      ...tools(ledger).map(({ key, session, timeMs, name }) =>
        codexRecord('tool_result', session, timeMs, { call_id: key, tool_name: name, success: 'true', ...user }),
      ),
    ]),
  ],
  'gemini-cli': (ledger, user) => [family('gemini-cli', 'gemini_cli', ledger, user)],
  'qwen-code': (ledger, user) => [family('qwen-code', 'qwen-code', ledger, user)],
  copilot: (ledger, user) => [
    spans('github-copilot', [
      ...prompts(ledger).map(({ session, timeMs, key }) => ({
        ...span('invoke_agent', timeMs, { 'gen_ai.operation.name': 'invoke_agent', ...conversation(session), ...user }),
        events: [
          {
            name: 'github.copilot.user.message',
            timeUnixNano: nano(timeMs + offMs),
            attributes: attributes({
              'github.copilot.user.message.source': 'user',
              'github.copilot.user.message.interaction_id': key,
            }),
          },
        ],
      })),
      ...calls(ledger).map((call) =>
        span('chat', call.timeMs, {
          'gen_ai.operation.name': 'chat',
          ...conversation(call.session),
          'gen_ai.response.id': call.telemetryId,
          'gen_ai.response.model': call.model,
          'gen_ai.usage.input_tokens': inputOf(call),
          'gen_ai.usage.output_tokens': call.tokens.output,
          'gen_ai.usage.cache_read.input_tokens': call.tokens.cacheRead,
          'github.copilot.cost': 1,
          ...user,
        }),
      ),
      ...tools(ledger).map(({ key, session, timeMs, name }) =>
        span('execute_tool', timeMs, {
          'gen_ai.operation.name': 'execute_tool',
          ...conversation(session),
          'gen_ai.tool.call.id': key,
          'gen_ai.tool.name': name,
          ...user,
        }),
      ),
    ]),
  ],
  opencode: (ledger, user) => [
    logs(
      'opencode',
      prompts(ledger).map(({ session, timeMs }) => ({
        ...record(timeMs, user),
        body: {
          arrayValue: {
            values: [{ stringValue: 'loop' }, { stringValue: JSON.stringify({ 'session.id': session, step: 0 }) }],
          },
        },
      })),
    ),
    spans('opencode', [
      ...calls(ledger).map((call) =>
        span('ai.streamText', endOf(call), {
          'session.id': call.session,
          'ai.response.model': call.model,
          'ai.usage.inputTokens': inputOf(call),
          'ai.usage.outputTokens': call.tokens.output,
          'ai.usage.cachedInputTokens': call.tokens.cacheRead,
          ...user,
        }),
      ),
      ...tools(ledger).map(({ key, session, timeMs, name }) =>
        span('ai.toolCall', timeMs, {
          'session.id': session,
          'ai.toolCall.id': key,
          'ai.toolCall.name': name,
          ...user,
        }),
      ),
    ]),
  ],
}

/** Gemini CLI sends the session of the parent for a sub-agent, and no ids; Qwen Code sends those of its history. */
function family(service: string, prefix: string, ledger: Ledger, user: Attributes): Request {
  const isGemini = service === 'gemini-cli'
  const sessionOf = (key: string) => (isGemini ? (ledger.sessions.get(key)?.parent ?? key) : key)
  const event = (name: string, session: string, timeMs: number, more: Attributes) =>
    record(timeMs, { 'event.name': `${prefix}.${name}`, 'session.id': sessionOf(session), ...more, ...user })
  return logs(service, [
    ...starts(ledger).map(({ key, timeMs }) => event('config', key, timeMs, {})),
    ...prompts(ledger).map(({ session, timeMs }) => event('user_prompt', session, timeMs, {})),
    ...calls(ledger).map((call, index) =>
      event('api_response', call.session, call.timeMs, {
        model: call.model,
        duration_ms: index,
        response_id: isGemini ? undefined : call.telemetryId,
        input_token_count: inputOf(call),
        output_token_count: call.tokens.output,
        cached_content_token_count: call.tokens.cacheRead,
      }),
    ),
    ...tools(ledger).map(({ key, session, timeMs, name }, index) =>
      event('tool_call', session, timeMs, {
        function_name: name,
        duration_ms: index,
        call_id: isGemini ? undefined : key,
        success: true,
      }),
    ),
  ])
}

const starts = ({ sessions }: Ledger) => [...sessions.values()].filter(({ parent }) => parent === undefined)
const inOrder = <T extends { readonly timeMs: number }>(all: Iterable<T>) =>
  [...all].toSorted((a, b) => a.timeMs - b.timeMs)
const prompts = (ledger: Ledger) => inOrder(ledger.prompts())
const calls = (ledger: Ledger): ModelCall[] => inOrder(ledger.calls())
const tools = (ledger: Ledger): ToolCall[] => inOrder(ledger.tools())
const conversation = (session: string) => ({ 'gen_ai.conversation.id': session })
const codexRecord = (name: string, session: string, timeMs: number, more: Attributes) =>
  record(timeMs, { 'event.name': `codex.${name}`, 'conversation.id': session, originator: 'codex_exec', ...more })

function inputOf({ tokens }: ModelCall): number {
  return tokens.input + tokens.cacheRead + tokens.cacheWrite + tokens.cacheWriteHour
}

let spanCount = 0

/** No two records of one kind have the same time, as with real agents. */
function nano(timeMs: number): string {
  spanCount += 1
  return String(BigInt(timeMs) * 1_000_000n + BigInt(spanCount % 1_000_000))
}

function record(timeMs: number, given: Attributes) {
  return { timeUnixNano: nano(timeMs + offMs), attributes: attributes(given) }
}

function span(name: string, endMs: number, given: Attributes) {
  const endTimeUnixNano = nano(endMs + offMs)
  const ids = { traceId: '1'.padStart(32, '0'), spanId: (spanCount + 1).toString(16).padStart(16, '0') }
  return {
    ...ids,
    name,
    startTimeUnixNano: String(BigInt(endMs) * 1_000_000n),
    endTimeUnixNano,
    attributes: attributes(given),
  }
}

function attributes(given: Attributes) {
  const told = Object.entries(given).filter(([, value]) => value !== undefined)
  return told.map(([key, value]) => ({ key, value: { [kinds[typeof value] ?? '']: value } }))
}

const kinds: Readonly<Record<string, string>> = { boolean: 'boolValue', number: 'doubleValue', string: 'stringValue' }

function resource(service: string) {
  return { attributes: attributes({ 'service.name': service }) }
}

function logs(service: string, logRecords: readonly unknown[]): Request {
  return { signal: 'logs', body: { resourceLogs: [{ resource: resource(service), scopeLogs: [{ logRecords }] }] } }
}

function spans(service: string, all: readonly unknown[]): Request {
  return { signal: 'traces', body: { resourceSpans: [{ resource: resource(service), scopeSpans: [{ spans: all }] }] } }
}

function metrics(
  service: string,
  name: string,
  points: readonly { readonly timeMs: number; readonly attributes: Attributes }[],
): Request {
  const dataPoints = points.map((point) => ({
    startTimeUnixNano: nano(point.timeMs),
    timeUnixNano: nano(point.timeMs + offMs),
    asDouble: 1,
    attributes: attributes(point.attributes),
  }))
  const metric = { name, sum: { aggregationTemporality: 1, isMonotonic: true, dataPoints } }
  return {
    signal: 'metrics',
    body: { resourceMetrics: [{ resource: resource(service), scopeMetrics: [{ metrics: [metric] }] }] },
  }
}
