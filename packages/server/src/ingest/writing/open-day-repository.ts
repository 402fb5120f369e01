import type { Handle } from '../../database/database.ts'
import { query } from '../../database/query.ts'

const openDays = query(
  'ingest.open_days',
  `insert into open_days (organization_id, day) select $1, * from unnest($2::text[]) on conflict do nothing`,
)

export function open(handle: Handle, organizationId: string, days: readonly string[]): Promise<number> {
  return handle.run(openDays, [organizationId, days])
}

const closeDays = query(
  'ingest.close_days',
  'delete from open_days where organization_id = $1 and day = any($2::text[])',
)

export function close(handle: Handle, organizationId: string, days: readonly string[]): Promise<number> {
  return handle.run(closeDays, [organizationId, days])
}

const raiseLeftDays = query(
  'ingest.raise_left_days',
  `with left_open as (delete from open_days returning organization_id, day)
   insert into analytics_days (organization_id, day, generation, pending_since, changed_at)
   select organization_id, day, 1, $1, $1 from left_open order by organization_id, day
   on conflict (organization_id, day) do update
     set generation = analytics_days.generation + 1, changed_at = excluded.changed_at,
       pending_since = case when analytics_days.generation > analytics_days.computed_generation
         then analytics_days.pending_since else excluded.pending_since end`,
)

/** Across organizations: marks and closes the days that a dead service left open. Resolves with their number. */
export function raiseLeft(handle: Handle, now: number): Promise<number> {
  return handle.run(raiseLeftDays, [now])
}

const holdOffPauses = query('ingest.hold_off_pauses', 'lock table analytics_days in row exclusive mode')

/** Until the transaction ends, nobody can pause both stores. Waits for a pause that has begun. */
export function holdOff(handle: Handle): Promise<number> {
  return handle.run(holdOffPauses)
}
