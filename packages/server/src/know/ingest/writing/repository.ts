import type { Handle } from '../../../ground/database/database.ts'
import { query } from '../../../ground/database/query.ts'

const touchDays = query<{ day: string | null }>(
  'ingest.touch_days',
  `insert into analytics_days (organization_id, day, generation, pending_since, changed_at)
   select $1, day, 1, $3, $3 from unnest($2::text[]) as touched (day)
   on conflict (organization_id, day) do update
     set generation = analytics_days.generation + 1, changed_at = excluded.changed_at,
       pending_since = case when analytics_days.generation > analytics_days.computed_generation
         then analytics_days.pending_since else excluded.pending_since end
   returning case when computed_generation > 0 then day end as day`,
)

/**
 * Marks that events are being added to these days. The rows stay locked until the transaction ends, so that a
 * computation based on earlier events cannot finish a day. Rows are locked in a fixed order, so that appends cannot
 * deadlock. Resolves with those of the days that had been computed.
 */
export async function touch(
  handle: Handle,
  organizationId: string,
  days: ReadonlySet<string>,
  now: number,
): Promise<Set<string>> {
  if (days.size === 0) return new Set()
  const rows = await handle.many(touchDays, [organizationId, [...days].sort(), now])
  return new Set(rows.flatMap(({ day }) => day ?? []))
}
