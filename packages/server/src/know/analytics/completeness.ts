import { earliestDay } from '@muster/contract/analytics'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import { addDays } from '../../ground/platform/days.ts'
import { yesterday } from './dates.ts'

const findFirstPending = query<{ organization_id: string; first_pending: string | null; is_any_computed: boolean }>(
  'analytics.find_first_pending',
  `select organization_id, min(day) filter (where generation > computed_generation or activity_stale) as first_pending,
     bool_or(computed_at is not null) as is_any_computed
   from analytics_days where organization_id = any($1::uuid[]) and day < $2 group by organization_id`,
)

/** For each organization, the last day up to which all numbers are final; null before any day is computed. */
export async function completeThrough(handle: Handle, organizationIds: readonly string[], nowMs: number) {
  const last = yesterday(nowMs)
  const rows = await handle.many(findFirstPending, [organizationIds, addDays(last, 1)])
  return new Map(
    rows.map((row) => [row.organization_id, row.is_any_computed ? lastBefore(row.first_pending, last) : null]),
  )
}

function lastBefore(pending: string | null, last: string): string | null {
  const day = pending === null ? last : addDays(pending, -1)
  return day >= earliestDay ? day : null
}
