import { type Static, type TProperties, Type } from 'typebox'
import { DelegationLevel, ModelTier } from './analytics.ts'
import { closed, Email, IsoTime, text, UnixMs } from './schema.ts'

export const clientTypes = ['terminal-ui', 'web', 'non-interactive-cli'] as const
export const ClientType = Type.Enum([...clientTypes])
export type ClientType = Static<typeof ClientType>

const Name = text(1, 200)
/** The largest context windows hold ten million; ten times that in one call is a broken counter. */
export const maxTokensOfCall = 100_000_000

const Tokens = Type.Integer({ minimum: 0, maximum: maxTokensOfCall })

function usage<Kind extends string, Fields extends TProperties>(type: Kind, fields: Fields) {
  return closed({
    /** What makes a second delivery the same event. Without it, an event that says the same of the same moment is. */
    id: Type.Optional(Name),
    time: Type.Union([IsoTime, UnixMs]),
    /** Somebody else than the key's own user needs the scope `telemetry:attribute`. */
    userEmail: Type.Optional(Email),
    sessionId: Type.Optional(Name),
    client: ClientType,
    type: Type.Literal(type),
    ...fields,
  })
}

export const SessionStartEvent = usage('session_start', {})
export const MessageEvent = usage('message', { role: Type.Enum(['user', 'assistant']) })
/** `inputTokens` includes what was read from and written to the cache. */
export const ModelCallEvent = usage('model_call', {
  model: Name,
  tier: Type.Optional(ModelTier),
  inputTokens: Tokens,
  outputTokens: Tokens,
  cacheReadTokens: Type.Optional(Tokens),
  cacheWriteTokens: Type.Optional(Tokens),
  thinkingTokens: Type.Optional(Tokens),
})
export const ToolCallEvent = usage('tool_call', {
  tool: text(1, 1000),
  mcpServer: Type.Optional(Name),
  autonomyLevel: DelegationLevel,
  success: Type.Optional(Type.Boolean()),
})
export const SkillEvent = usage('skill', { name: Name })
export const SlashCommandEvent = usage('slash_command', { name: Name })
export const HookEvent = usage('hook', { event: Name, matcher: Type.Optional(text(0, 200)), command: text(1, 4000) })
/** Either `path` or `extension`. */
export const FileEvent = usage('file', {
  operation: Type.Enum(['create', 'edit']),
  path: Type.Optional(text(1, 4096)),
  extension: Type.Optional(text(0, 200)),
  language: Type.Optional(text(0, 200)),
})
export const CommitEvent = usage('commit', { sha: Type.Optional(text(4, 64)) })
export const PullRequestEvent = usage('pull_request', { url: Type.Optional(text(1, 200)) })

export const UsageEventInput = Type.Union([
  SessionStartEvent,
  MessageEvent,
  ModelCallEvent,
  ToolCallEvent,
  SkillEvent,
  SlashCommandEvent,
  HookEvent,
  FileEvent,
  CommitEvent,
  PullRequestEvent,
])
export type UsageEventInput = Static<typeof UsageEventInput>

export const SendEvents = Type.Object({ events: Type.Array(UsageEventInput) })

/** `accepted` counts what is new, `duplicates` what was known or came twice, `rejected` names the rest by position. */
export const EventsReceipt = Type.Object({
  accepted: Type.Integer(),
  duplicates: Type.Integer(),
  rejected: Type.Array(Type.Object({ index: Type.Integer(), error: Type.String() })),
})
export type EventsReceipt = Static<typeof EventsReceipt>

/** What the OpenTelemetry protocol asks for: nothing, or how much of the request could not be taken. */
function exportAnswer(rejected: string) {
  return Type.Object({
    partialSuccess: Type.Optional(
      Type.Object({ [rejected]: Type.Optional(Type.String()), errorMessage: Type.Optional(Type.String()) }),
    ),
  })
}
export const LogsAnswer = exportAnswer('rejectedLogRecords')
export const MetricsAnswer = exportAnswer('rejectedDataPoints')
export const TracesAnswer = exportAnswer('rejectedSpans')

/** Requests of the OpenTelemetry protocol; what is inside is described there. */
export const LogsExport = Type.Object({ resourceLogs: Type.Optional(Type.Array(Type.Unknown())) })
export const MetricsExport = Type.Object({ resourceMetrics: Type.Optional(Type.Array(Type.Unknown())) })
export const TracesExport = Type.Object({ resourceSpans: Type.Optional(Type.Array(Type.Unknown())) })

/**
 * A log record that asks whether telemetry arrives. It is counted nowhere: the answer names its id, which proves that
 * the service itself, and no other collector on the way, has read it.
 */
export const telemetryCheck = {
  service: 'muster-check',
  event: 'muster.check',
  idKey: 'muster.check.id',
  idPattern: /^[0-9a-f-]{8,64}$/,
  /** As it stands in `partialSuccess.errorMessage`, with nothing rejected: OTLP lets a service say things there. */
  answer: (id: string) => `muster.check ${id} arrived and is counted nowhere.`,
} as const

/** The shape of errors in the OpenTelemetry protocol: `google.rpc.Status`. */
export const OtlpStatus = Type.Object({ code: Type.Integer(), message: Type.String() })
