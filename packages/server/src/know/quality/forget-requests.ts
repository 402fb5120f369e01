import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import { dayMs } from '../../ground/platform/days.ts'

/** Exporters stop retrying after hours. */
const keptMs = 3 * dayMs

const deleteOld = query('quality.forget_requests', 'delete from told_requests where received_at < $1')

/** Deletes records of requests that are no longer retried, of every organization. */
export function forgetToldRequests(handle: Handle, now: number): Promise<number> {
  return handle.run(deleteOld, [now - keptMs])
}
