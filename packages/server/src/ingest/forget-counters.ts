import type { Handle } from '../database/database.ts'
import { query } from '../database/query.ts'

const deleteSilent = query(
  'ingest.forget_series',
  `delete from counter_series where (last_point ->> 'timeNs')::numeric < $1::bigint * 1000000::numeric`,
)

/**
 * Forgets running totals that nobody has reported since `before` (Unix milliseconds), of every organization. If one
 * goes on after all, it is counted from its beginning again, so this must be long ago.
 */
export function forgetOldCounters(handle: Handle, before: number): Promise<number> {
  return handle.run(deleteSilent, [before])
}
