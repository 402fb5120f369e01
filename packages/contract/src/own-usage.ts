import { type Static, Type } from 'typebox'
import { Day, UserRow } from './analytics.ts'
import { nullable } from './schema.ts'

/** One day of the caller. `provisional`: the day is today or waits to be computed, so its numbers may change. */
export const OwnUsageRow = Type.Object({ ...UserRow.properties, provisional: Type.Boolean() })
export type OwnUsageRow = Static<typeof OwnUsageRow>

const Money = nullable(Type.Number())

/** From the start of the month until now, in UTC. */
export const OwnMonth = Type.Object({
  month: Type.String({ pattern: '^\\d{4}-\\d{2}$' }),
  credits_used: Type.Number(),
  /** Null if there is no limit. */
  credit_limit: nullable(Type.Number()),
  currency: Type.Literal('USD'),
  cost: Money,
  reported_cost: Money,
  estimated_cost: Money,
  unpriced_tokens: Type.Number(),
})
export type OwnMonth = Static<typeof OwnMonth>

export const OwnUsage = Type.Object({
  data: Type.Array(OwnUsageRow),
  month: OwnMonth,
  meta: Type.Object({ org_id: Type.String(), user_id: Type.String(), start_date: Day, end_date: Day }),
})
export type OwnUsage = Static<typeof OwnUsage>
