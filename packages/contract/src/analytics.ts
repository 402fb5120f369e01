import { type Static, type TSchema, Type } from 'typebox'
import { nullable } from './schema.ts'

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
  /** The part of `manual` whose level no agent reported. */
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
 * `complete_through` is the last day whose numbers are currently final; null if there is none. Later days of the range
 * are not computed yet, or will be recomputed.
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
