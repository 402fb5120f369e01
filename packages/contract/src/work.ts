import { type Static, Type } from 'typebox'
import { Day } from './analytics.ts'
import { nullable } from './schema.ts'

/** Null if no agent reported it, never 0. */
const Reported = nullable(Type.Number())

const work = {
  lines_added: Reported,
  lines_removed: Reported,
  edits_accepted: Reported,
  edits_refused: Reported,
  calls_accepted: Reported,
  calls_refused: Reported,
  calls_refused_by_person: Reported,
  calls_refused_by_policy: Reported,
  tool_successes: Reported,
  tool_errors: Reported,
  tool_duration_ms: Reported,
  tool_duration_calls: Reported,
  tool_duration_ms_avg: Reported,
  model_errors: Reported,
  model_duration_ms: Reported,
  model_duration_calls: Reported,
  model_duration_ms_avg: Reported,
  active_time_ms: Reported,
  active_time_user_ms: Reported,
  active_time_agent_ms: Reported,
  input_tokens: Reported,
  cache_read_tokens: Reported,
  cache_hit_rate: Reported,
}

const ErrorCounts = Type.Array(Type.Object({ kind: Type.String(), count: Type.Number() }))

export const WorkRow = Type.Object({
  date: Day,
  ...work,
  tool_errors_by_kind: ErrorCounts,
  model_errors_by_kind: ErrorCounts,
})
export type WorkRow = Static<typeof WorkRow>

export const WorkGroupRow = Type.Object({ date: Day, group_key: Type.String(), ...work })
export type WorkGroupRow = Static<typeof WorkGroupRow>

export const workGroups = ['agent', 'team', 'repository', 'tool'] as const
export type WorkGroup = (typeof workGroups)[number]
