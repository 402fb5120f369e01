import type { Handle } from '../../database/database.ts'
import { query } from '../../database/query.ts'

const forgetImported = query('ingest.forget_imported', 'delete from imported_events where imported_ms < $1')

/** Of every organization. Telemetry that comes even later would count beside what was imported. */
export function forgetImportedBefore(handle: Handle, before: number): Promise<number> {
  return handle.run(forgetImported, [before])
}
