import type { Handle } from '../../../ground/database/database.ts'
import { query } from '../../../ground/database/query.ts'

const deleteSilent = query('ingest.forget_totals', 'delete from running_totals where is_settled and last_time_ms < $1')
const deleteEarlier = query(
  'ingest.forget_series',
  `delete from counter_series where (last_point ->> 'timeNs')::numeric < $1::bigint * 1000000::numeric`,
)

/**
 * Deletes running totals of every organization without a report since `before` (Unix milliseconds). If such a total
 * continued, it would be counted from its beginning again, so `before` must be long ago.
 */
export async function forgetOldTotals(handle: Handle, before: number): Promise<number> {
  return (await handle.run(deleteSilent, [before])) + (await handle.run(deleteEarlier, [before]))
}
