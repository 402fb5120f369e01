import type { LiveText } from '@muster/contract/live-text'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import type { SessionKey } from '../turns/unfinished-texts.ts'

interface LiveTextRow extends Record<string, unknown> {
  turn_id: string
  n: number
  text: string
}

const writeText = query(
  'relay.write_live_text',
  `insert into live_texts (organization_id, session_id, turn_id, n, text) values ($1, $2, $3, $4, $5)
   on conflict (organization_id, session_id) do update
     set turn_id = excluded.turn_id, n = excluded.n, text = excluded.text, written_at = now()`,
)

export function write(
  handle: Handle,
  { organizationId, sessionId }: SessionKey,
  { turnId, n, text }: LiveText,
): Promise<number> {
  return handle.run(writeText, [organizationId, sessionId, turnId, n, text])
}

const findText = query<LiveTextRow>(
  'relay.find_live_text',
  'select turn_id, n, text from live_texts where organization_id = $1 and session_id = $2',
)

export function find(handle: Handle, { organizationId, sessionId }: SessionKey): Promise<LiveTextRow | undefined> {
  return handle.find(findText, [organizationId, sessionId])
}

const deleteText = query(
  'relay.delete_live_text',
  `delete from live_texts where organization_id = $1 and session_id = $2 or written_at < now() - interval '10 minutes'`,
)

/** Also removes texts that a dead node has left. */
export function remove(handle: Handle, { organizationId, sessionId }: SessionKey): Promise<number> {
  return handle.run(deleteText, [organizationId, sessionId])
}
