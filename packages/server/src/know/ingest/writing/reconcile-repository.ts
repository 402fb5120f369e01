import type { Handle } from '../../../ground/database/database.ts'
import { query } from '../../../ground/database/query.ts'

const findReconciled = query<{ at: number }>('ingest.find_reconciled', 'select at from events_reconciled')

/** The time up to which the database knows all events that arrived in the store. */
export async function reconciledAt(handle: Handle): Promise<number> {
  return (await handle.get(findReconciled)).at
}

const noteAt = query('ingest.note_reconciled', 'update events_reconciled set at = greatest(at, $1)')

export function noteReconciled(handle: Handle, at: number): Promise<number> {
  return handle.run(noteAt, [at])
}

const listMarks = query<{ day: string; mark: string | null }>(
  'ingest.list_computed_marks',
  `select day, case when generation > computed_generation then 'pending' else store_mark end as mark from analytics_days
   where organization_id = $1 and day = any($2::text[])`,
)

/** The mark with which each day was computed; pending days are left out. */
export async function computedMarks(handle: Handle, organizationId: string, days: readonly string[]) {
  const rows = await handle.many(listMarks, [organizationId, days])
  return new Map(rows.map(({ day, mark }) => [day, mark]))
}
