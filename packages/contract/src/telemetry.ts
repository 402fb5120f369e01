import { type Static, type TProperties, Type } from 'typebox'
import { DelegationLevel, ModelTier } from './analytics.ts'
import { closed, Identifier, text, UnixMs } from './schema.ts'

export const clientTypes = ['terminal-ui', 'web', 'non-interactive-cli'] as const
export const ClientType = Type.Enum([...clientTypes])
export type ClientType = Static<typeof ClientType>

/** The maximum length in characters of texts that senders choose. */
export const maxNameLength = 200
export const maxVersionLength = 100
export const maxToolNameLength = 1_000
export const maxHookCommandLength = 4_000
export const maxPathLength = 4_096
export const maxEmailLength = 254
const Name = text(1, maxNameLength)
/** The largest context windows hold ten million tokens; a call with ten times that comes from a broken counter. */
export const maxTokensOfCall = 100_000_000
/** For one call, in whole units of any currency. */
export const maxCostOfCall = 100_000
export const maxDurationMs = 30 * 24 * 60 * 60 * 1000
export const maxLinesOfFile = 1_000_000

const Tokens = Type.Integer({ minimum: 0, maximum: maxTokensOfCall })
const Duration = Type.Integer({ minimum: 0, maximum: maxDurationMs })
const Lines = Type.Integer({ minimum: 0, maximum: maxLinesOfFile })

/** Times and addresses are patterns, so that every validator of the schema gives the same result. */
export const eventTimePattern =
  '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$'
export const eventEmailPattern =
  '^[^\\s@<>"(),:;\\\\\\p{Cc}\\p{Cs}]+@[^\\s@<>"(),:;\\\\.\\p{Cc}\\p{Cs}]+(?:\\.[^\\s@<>"(),:;\\\\.\\p{Cc}\\p{Cs}]+)+$'
export const errorKindPattern = '^[\\p{L}\\p{N}_.:-]{1,100}$'
export const shaPattern = '^[0-9a-fA-F]{4,64}$'
export const pullRequestPattern = '^https?://[^\\s@]+$'

const EventTime = Type.String({
  format: 'date-time',
  pattern: eventTimePattern,
  hint: 'an ISO 8601 time with seconds and a time zone, such as 2026-03-01T09:30:00Z',
})
const EventEmail = Type.String({ pattern: eventEmailPattern, maxLength: maxEmailLength, hint: 'an e-mail address' })
const ErrorKind = Type.String({ pattern: errorKindPattern, hint: 'a word of up to 100 letters, digits and _ . : -' })

function usage<Kind extends string, Fields extends TProperties>(type: Kind, fields: Fields, options: object = {}) {
  return closed(
    {
      /**
       * Identifies repeated deliveries of the event. Without it, an event with the same fields and time is a duplicate.
       * Ids of different values of `agent` are distinct.
       */
      id: Type.Optional(Name),
      time: Type.Union([EventTime, UnixMs]),
      /** Naming a user other than the key's own requires the scope `telemetry:attribute`. */
      userEmail: Type.Optional(EventEmail),
      sessionId: Type.Optional(Name),
      client: ClientType,
      /** The agent; `native` if absent. */
      agent: Type.Optional(Identifier),
      agentVersion: Type.Optional(text(1, maxVersionLength)),
      /** An address, or any name. Credentials are removed from it. */
      repository: Type.Optional(Name),
      branch: Type.Optional(Name),
      team: Type.Optional(Name),
      type: Type.Literal(type),
      ...fields,
    },
    options,
  )
}

export const SessionStartEvent = usage('session_start', {})
export const MessageEvent = usage('message', { role: Type.Enum(['user', 'assistant']) })
/** `inputTokens` includes what was read from and written to the cache. */
export const ModelCallEvent = usage(
  'model_call',
  {
    model: Name,
    tier: Type.Optional(ModelTier),
    inputTokens: Tokens,
    outputTokens: Tokens,
    cacheReadTokens: Type.Optional(Tokens),
    cacheWriteTokens: Type.Optional(Tokens),
    /** The part of `cacheWriteTokens` that is cached for an hour. */
    cacheWriteHourTokens: Type.Optional(Tokens),
    thinkingTokens: Type.Optional(Tokens),
    /** The cost in whole units of the currency. */
    cost: Type.Optional(Type.Number({ minimum: 0, maximum: maxCostOfCall })),
    /** US dollars if absent. */
    currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', hint: 'three capital letters, as in USD' })),
    durationMs: Type.Optional(Duration),
  },
  { dependentRequired: { currency: ['cost'] } },
)
/** A call that the model did not answer. It does not count as a model call. */
export const ModelFailureEvent = usage('model_failure', {
  model: Name,
  errorKind: Type.Optional(ErrorKind),
  durationMs: Type.Optional(Duration),
})
/** A call with the decision `refuse` did not run and does not count as a tool call. */
export const ToolCallEvent = usage('tool_call', {
  tool: text(1, maxToolNameLength),
  mcpServer: Type.Optional(Name),
  /** If absent, the level at the start of the session applies. */
  autonomyLevel: Type.Optional(DelegationLevel),
  success: Type.Optional(Type.Boolean()),
  errorKind: Type.Optional(ErrorKind),
  durationMs: Type.Optional(Duration),
  decision: Type.Optional(Type.Enum(['accept', 'refuse'])),
  decidedBy: Type.Optional(Type.Enum(['person', 'policy'])),
})
export const SkillEvent = usage('skill', { name: Name })
export const SlashCommandEvent = usage('slash_command', { name: Name })
export const HookEvent = usage('hook', {
  event: Name,
  matcher: Type.Optional(text(0, maxNameLength)),
  command: text(1, maxHookCommandLength),
})
/** Has either `path` or `extension`. */
export const FileEvent = usage(
  'file',
  {
    operation: Type.Enum(['create', 'edit']),
    path: Type.Optional(text(1, maxPathLength)),
    extension: Type.Optional(text(0, maxNameLength)),
    language: Type.Optional(text(0, maxNameLength)),
    linesAdded: Type.Optional(Lines),
    linesRemoved: Type.Optional(Lines),
  },
  { oneOf: [{ required: ['path'] }, { required: ['extension'] }] },
)
export const CommitEvent = usage('commit', {
  sha: Type.Optional(Type.String({ pattern: shaPattern, hint: '4 to 64 hexadecimal digits' })),
})
export const PullRequestEvent = usage('pull_request', {
  url: Type.Optional(
    Type.String({
      pattern: pullRequestPattern,
      maxLength: maxNameLength,
      hint: `an http or https address of up to ${maxNameLength} characters without credentials`,
    }),
  ),
})
/** Time of activity: of the user at the keyboard, or of the agent. */
export const ActiveTimeEvent = usage('active_time', { who: Type.Enum(['user', 'agent']), durationMs: Duration })

export const UsageEventInput = Type.Union([
  SessionStartEvent,
  MessageEvent,
  ModelCallEvent,
  ModelFailureEvent,
  ToolCallEvent,
  SkillEvent,
  SlashCommandEvent,
  HookEvent,
  FileEvent,
  CommitEvent,
  PullRequestEvent,
  ActiveTimeEvent,
])
export type UsageEventInput = Static<typeof UsageEventInput>

export const SendEvents = Type.Object({ events: Type.Array(UsageEventInput) })

/** The source of the events. Events of a history are deduplicated against telemetry of the same sessions. */
export const EventsQuery = Type.Object({ source: Type.Optional(Type.Enum(['history'])) })

/** `accepted` counts new events, `duplicates` known or repeated ones; `rejected` lists the others by position. */
export const EventsReceipt = Type.Object({
  accepted: Type.Integer(),
  duplicates: Type.Integer(),
  rejected: Type.Array(Type.Object({ index: Type.Integer(), error: Type.String() })),
})
export type EventsReceipt = Static<typeof EventsReceipt>

/** The answer of the OpenTelemetry protocol: empty, or how much of the request was rejected. */
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

/** Requests of the OpenTelemetry protocol, which specifies their content. */
export const LogsExport = Type.Object({ resourceLogs: Type.Optional(Type.Array(Type.Unknown())) })
export const MetricsExport = Type.Object({ resourceMetrics: Type.Optional(Type.Array(Type.Unknown())) })
export const TracesExport = Type.Object({ resourceSpans: Type.Optional(Type.Array(Type.Unknown())) })

/**
 * A log record that tests whether telemetry arrives. It is counted nowhere. The answer contains its id, which proves
 * that the service itself has read it, and not a collector in between.
 */
export const telemetryCheck = {
  service: 'muster-check',
  event: 'muster.check',
  idKey: 'muster.check.id',
  idPattern: /^[0-9a-f-]{8,64}$/,
  /** Sent in `partialSuccess.errorMessage`, with nothing rejected: OTLP allows a service to send messages there. */
  answer: (id: string) => `muster.check ${id} arrived and is counted nowhere.`,
} as const

/** The shape of errors in the OpenTelemetry protocol: `google.rpc.Status`. */
export const OtlpStatus = Type.Object({ code: Type.Integer(), message: Type.String() })
