import type { Handle } from '../../../ground/database/database.ts'
import { query } from '../../../ground/database/query.ts'

const forgetImported = query('ingest.forget_imported', 'delete from imported_events where imported_ms < $1')

/** For every organization. Telemetry that arrives after that would count in addition to the import. */
export function forgetImportedBefore(handle: Handle, before: number): Promise<number> {
  return handle.run(forgetImported, [before])
}
