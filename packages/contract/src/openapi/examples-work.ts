import type { CostsByUserRow, CostsGroupRow, CostsRow, ModelCost } from '../costs.ts'
import type { OwnMonth, OwnUsageRow } from '../own-usage.ts'
import type { WorkGroupRow, WorkRow } from '../work.ts'
import { analyticsExamples } from './examples-analytics.ts'

const date = '2026-03-10'

const money = {
  cost: 12.48,
  reported_cost: 9.3,
  estimated_cost: 3.18,
  model_calls: 214,
  unpriced_tokens: 0,
  prices_of: '2026-01-14',
}

const houseCoder: ModelCost = { model_id: 'house-coder', ...money, price_source: 'organization' }

const work = {
  lines_added: 1_204,
  lines_removed: 310,
  edits_accepted: 52,
  edits_refused: 5,
  calls_accepted: 96,
  calls_refused: 7,
  calls_refused_by_person: 6,
  calls_refused_by_policy: 1,
  tool_successes: 121,
  tool_errors: 7,
  tool_duration_ms: 268_800,
  tool_duration_calls: 128,
  tool_duration_ms_avg: 2_100,
  model_errors: 2,
  model_duration_ms: 1_070_000,
  model_duration_calls: 214,
  model_duration_ms_avg: 5_000,
  active_time_ms: 9_900_000,
  active_time_user_ms: 2_700_000,
  active_time_agent_ms: 7_200_000,
  input_tokens: 96_400,
  cache_read_tokens: 72_300,
  cache_hit_rate: 0.75,
}

/** Examples of costs and work, by the name of the schema. */
export const workExamples = {
  ModelCost: houseCoder,
  CostsRow: { date, currency: 'USD', ...money, other_currencies: [], by_model: [houseCoder] } satisfies CostsRow,
  CostsGroupRow: {
    date,
    group_key: 'Platform',
    currency: 'USD',
    ...money,
    other_currencies: [],
  } satisfies CostsGroupRow,
  CostsByUserRow: {
    date,
    group_key: analyticsExamples.UserRow.user_id,
    user_email: 'ada@acme.example',
    currency: 'USD',
    ...money,
    other_currencies: [],
  } satisfies CostsByUserRow,
  WorkRow: {
    date,
    ...work,
    tool_errors_by_kind: [{ kind: 'timeout', count: 7 }],
    model_errors_by_kind: [{ kind: 'overloaded_error', count: 2 }],
  } satisfies WorkRow,
  WorkGroupRow: { date, group_key: 'Edit', ...work } satisfies WorkGroupRow,
  OwnUsageRow: { ...analyticsExamples.UserRow, provisional: false } satisfies OwnUsageRow,
  OwnMonth: {
    month: '2026-03',
    credits_used: 1_280,
    credit_limit: 5_000,
    currency: 'USD',
    cost: 12.48,
    reported_cost: 9.3,
    estimated_cost: 3.18,
    unpriced_tokens: 0,
  } satisfies OwnMonth,
} as const
