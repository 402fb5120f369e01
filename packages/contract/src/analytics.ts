import { type Static, type TSchema, Type } from 'typebox'
import { IsoTime, nullable } from './schema.ts'

export { earliestDay } from './earliest-day.ts'

/** A day in UTC, as in `2026-03-01`. */
export const Day = Type.String({ format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$', hint: 'a date such as 2026-03-01' })

export const ModelTier = Type.Enum(['standard', 'thinking'])
export type ModelTier = Static<typeof ModelTier>

/** Most autonomous first. */
export const delegationLevels = ['auto-high', 'auto-medium', 'auto-low', 'spec', 'manual'] as const
export const DelegationLevel = Type.Enum([...delegationLevels])
export type DelegationLevel = Static<typeof DelegationLevel>

export const ModelTokens = Type.Object({
  model_id: Type.String(),
  model_tier: ModelTier,
  billable_tokens: Type.Number(),
  input_tokens: Type.Number(),
  output_tokens: Type.Number(),
})
export type ModelTokens = Static<typeof ModelTokens>

/** `user_email` is null if only an anonymous id is known. */
export const UserTokens = Type.Object({
  user_id: Type.String(),
  user_email: nullable(Type.String()),
  billable_tokens: Type.Number(),
  by_model: Type.Array(ModelTokens),
})
export type UserTokens = Static<typeof UserTokens>

export const TokensRow = Type.Object({
  date: Day,
  billable_tokens: Type.Number(),
  input_tokens: Type.Number(),
  output_tokens: Type.Number(),
  cache_read_tokens: Type.Number(),
  cache_write_tokens: Type.Number(),
  by_model: Type.Array(ModelTokens),
  by_user: Type.Array(UserTokens),
})
export type TokensRow = Static<typeof TokensRow>

export const TokensByModelRow = Type.Object({
  date: Day,
  group_key: Type.String(),
  billable_tokens: Type.Number(),
  input_tokens: Type.Number(),
  output_tokens: Type.Number(),
})
export type TokensByModelRow = Static<typeof TokensByModelRow>

const NamedCount = Type.Object({ name: Type.String(), count: Type.Number() })

export const ToolsRow = Type.Object({
  date: Day,
  tool_calls: Type.Number(),
  by_tool: Type.Array(Type.Object({ tool: Type.String(), invocations: Type.Number() })),
  mcp_users_with_mcp: Type.Number(),
  mcp_by_server: Type.Array(Type.Object({ server: Type.String(), invocations: Type.Number() })),
  skills_invocations: Type.Number(),
  skills_by_name: Type.Array(NamedCount),
  slash_commands_invocations: Type.Number(),
  slash_commands_by_name: Type.Array(NamedCount),
  hooks_invocations: Type.Number(),
  hooks_by_event: Type.Array(
    Type.Object({ event: Type.String(), matcher: Type.String(), command: Type.String(), count: Type.Number() }),
  ),
  web_users: Type.Number(),
  autonomy_ratio_avg: Type.Number(),
  autonomy_ratio_p50: Type.Number(),
  autonomy_ratio_p90: Type.Number(),
  tool_calls_per_session_avg: Type.Number(),
  user_turns_per_session_avg: Type.Number(),
  tool_autonomy_level_ratio: Type.Object({
    auto_high: Type.Number(),
    auto_medium: Type.Number(),
    auto_low: Type.Number(),
    manual: Type.Number(),
  }),
  /** The part of `manual` whose level nobody reported. */
  tool_autonomy_unknown_ratio: Type.Number(),
})
export type ToolsRow = Static<typeof ToolsRow>

export const ToolsByNameRow = Type.Object({ date: Day, group_key: Type.String(), tool_calls: Type.Number() })
export type ToolsByNameRow = Static<typeof ToolsByNameRow>

export const ActivityRow = Type.Object({
  date: Day,
  daily_active_users: Type.Number(),
  weekly_active_users: Type.Number(),
  monthly_active_users: Type.Number(),
  daily_active_users_by_client: Type.Object({
    'terminal-ui': Type.Number(),
    web: Type.Number(),
    'non-interactive-cli': Type.Number(),
  }),
  sessions: Type.Number(),
  messages: Type.Number(),
  user_messages: Type.Number(),
})
export type ActivityRow = Static<typeof ActivityRow>

export const ActivityByClientRow = Type.Object({
  date: Day,
  group_key: Type.String(),
  daily_active_users: Type.Number(),
})
export type ActivityByClientRow = Static<typeof ActivityByClientRow>

export const ProductivityRow = Type.Object({
  date: Day,
  files_created: Type.Number(),
  files_edited: Type.Number(),
  by_extension: Type.Array(Type.Object({ extension: Type.String(), count: Type.Number() })),
  by_language: Type.Array(Type.Object({ language: Type.String(), count: Type.Number() })),
  git_commits: Type.Number(),
  git_prs_created: Type.Number(),
})
export type ProductivityRow = Static<typeof ProductivityRow>

export const UserRow = Type.Object({
  user_id: Type.String(),
  user_email: nullable(Type.String()),
  date: Day,
  tool_calls: Type.Number(),
  billable_tokens: Type.Number(),
  primary_model: Type.String(),
  primary_model_tier: ModelTier,
  files_created: Type.Number(),
  files_edited: Type.Number(),
  git_commits: Type.Number(),
  git_prs_created: Type.Number(),
  mcp_calls: Type.Number(),
  skill_calls: Type.Number(),
  slash_commands: Type.Number(),
  hooks: Type.Number(),
  sessions: Type.Number(),
  messages: Type.Number(),
  user_messages: Type.Number(),
  assistant_messages: Type.Number(),
  autonomy_ratio: Type.Number(),
  delegation_level: DelegationLevel,
  languages: Type.Array(Type.String()),
})
export type UserRow = Static<typeof UserRow>

/**
 * `complete_through` is the last day whose numbers are final for now; null if there is none. A later day of the range
 * is not computed yet, or will be computed again.
 */
const metaFields = { org_id: Type.String(), start_date: Day, end_date: Day, complete_through: nullable(Day) }

export const AnalyticsMeta = Type.Object(metaFields)
export type AnalyticsMeta = Static<typeof AnalyticsMeta>

/** `next_cursor` is null on the last page. */
export const UsersMeta = Type.Object({
  ...metaFields,
  has_more: Type.Boolean(),
  next_cursor: nullable(Type.String()),
})
export type UsersMeta = Static<typeof UsersMeta>

export function envelope<D extends TSchema, M extends TSchema>(data: D, meta: M) {
  return Type.Object({ data, meta })
}

/**
 * `new`: the day has just ended. `reopened`: it was computed before, and something about it arrived or changed since.
 */
export const PendingReason = Type.Enum(['new', 'reopened'])
export type PendingReason = Static<typeof PendingReason>

export const PendingDay = Type.Object({ day: Day, reason: PendingReason, since: IsoTime })
export type PendingDay = Static<typeof PendingDay>

export const ComputedDay = Type.Object({ day: Day, computedAt: IsoTime })
export type ComputedDay = Static<typeof ComputedDay>

/** A day that could not be computed. It keeps its old numbers and is tried again after longer and longer pauses. */
export const FailingDay = Type.Object({
  day: Day,
  reason: Type.String(),
  /** How often in a row. */
  failures: Type.Integer(),
  failedAt: IsoTime,
  nextTryAt: IsoTime,
})
export type FailingDay = Static<typeof FailingDay>

/** Lists of names are cut to this length; the counts are always complete. */
export const maxUnknownTools = 100

export const DataQuality = Type.Object({
  /** The first day that the counts are about. */
  since: Day,
  /** How many events are stored, each counted once. */
  acceptedEvents: Type.Integer(),
  /** Accepted after their day had been computed. They are counted, because their days were reopened. */
  lateEvents: Type.Integer(),
  /** Refused as implausible and kept aside; they are in no number. */
  quarantinedEvents: Type.Integer(),
  quarantinedByReason: Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() })),
  /**
   * The most frequent first. `refused`: in quarantine. `changed`: counted with a change. `passed_over`: looks like
   * usage and is counted nowhere. `agent` is empty for what an older version counted.
   */
  byAgentAndReason: Type.Array(
    Type.Object({
      outcome: Type.Enum(['refused', 'changed', 'passed_over']),
      agent: Type.String(),
      reason: Type.String(),
      count: Type.Integer(),
    }),
  ),
  /**
   * Days with more different names of a kind than are kept apart: `model`, `tool`, `mcp_server`, `skill`,
   * `slash_command`, `hook`, `extension`, `language`, `agent`, `team`, `repository`, `tool_error`, `model_error`. The
   * 2,000 most used stay; the others are `(other)`.
   */
  foldedNames: Type.Array(Type.Object({ day: Day, kind: Type.String(), names: Type.Integer() })),
  /** Tool calls that count as `unknown`, because the reported name is not plausible. */
  unknownToolCalls: Type.Integer(),
  unknownTools: Type.Array(Type.Object({ rawName: Type.String(), count: Type.Integer() }), {
    maxItems: maxUnknownTools,
  }),
})
export type DataQuality = Static<typeof DataQuality>

export const AnalyticsStatus = Type.Object({
  /** Every day up to this one is final, unless more events for it arrive. Null before the first day was computed. */
  completeThrough: nullable(Day),
  /** Oldest first. */
  pendingDays: Type.Array(PendingDay),
  /** Those of the pending days that could not be computed, oldest first. */
  failingDays: Type.Array(FailingDay),
  /** Days with a number that is too large to be exact. It is shown as 9007199254740991, the largest exact one. */
  saturatedDays: Type.Array(Day),
  /** Newest first. */
  computedDays: Type.Array(ComputedDay),
  dataQuality: DataQuality,
})
export type AnalyticsStatus = Static<typeof AnalyticsStatus>

export const AnalyticsRefresh = Type.Object({
  /** Oldest first; empty when nothing was waiting. */
  computedDays: Type.Array(ComputedDay),
  /** Waiting days that could not be computed, oldest first. They do not delay the others. */
  failedDays: Type.Array(FailingDay),
  completeThrough: nullable(Day),
})
export type AnalyticsRefresh = Static<typeof AnalyticsRefresh>

export const DeletedEvents = Type.Object({
  deletedEvents: Type.Integer(),
  /** The days that are computed again, within seconds; oldest first. */
  days: Type.Array(Day),
})
export type DeletedEvents = Static<typeof DeletedEvents>

export const TermDefinition = Type.Object({ term: Type.String(), definition: Type.String() })
export type TermDefinition = Static<typeof TermDefinition>

/** `endpoint` is a path, with `?group_by=…` where it is about the grouped row; `field` as in `by_user[].user_id`. */
export const FieldDefinition = Type.Object({
  name: Type.String(),
  endpoint: Type.String(),
  field: Type.String(),
  definition: Type.String(),
})
export type FieldDefinition = Static<typeof FieldDefinition>

export const AnalyticsDefinitions = Type.Object({
  terms: Type.Array(TermDefinition),
  definitions: Type.Array(FieldDefinition),
})
export type AnalyticsDefinitions = Static<typeof AnalyticsDefinitions>
