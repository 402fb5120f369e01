import type { Handle } from '../../../ground/database/database.ts'
import { query } from '../../../ground/database/query.ts'
import type { UsageEvent } from '../../events/usage-event.ts'

export interface ImportedRow extends Record<string, unknown> {
  session: string
  event_id: string
  users: string[]
  type: string
  name: string
  time_ms: number
  input_tokens: number
  cache_read_tokens: number
}

const listImported = query<ImportedRow>(
  'ingest.list_imported',
  `select session, event_id, users, type, name, time_ms, input_tokens, cache_read_tokens from imported_events
   where organization_id = $1 and session = any($2::text[])`,
)

export function importedOf(handle: Handle, organizationId: string, sessions: readonly string[]) {
  return handle.many(listImported, [organizationId, sessions])
}

const insertImported = query(
  'ingest.insert_imported',
  `insert into imported_events
     (organization_id, session, event_id, users, type, name, time_ms, input_tokens, cache_read_tokens, imported_ms)
   select $1, e.session, e.id, $3::text[], e.type, e.name, e."timeMs", e."inputTokens", e."cacheReadTokens", $4
   from json_to_recordset($2::json) as e(session text, id text, type text, name text, "timeMs" bigint,
     "inputTokens" bigint, "cacheReadTokens" bigint)
   on conflict (organization_id, session, event_id) do update set imported_ms = excluded.imported_ms`,
)

export function insertImportedOf(
  handle: Handle,
  organizationId: string,
  events: readonly UsageEvent[],
  users: readonly string[],
  now: number,
): Promise<number> {
  const rows = events.map(({ session, id, type, name, timeMs, inputTokens, cacheReadTokens }) => {
    return { session, id, type, name, timeMs, inputTokens, cacheReadTokens }
  })
  return handle.run(insertImported, [organizationId, JSON.stringify(rows), users, now])
}
