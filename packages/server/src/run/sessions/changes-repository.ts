import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'

const listChangedSince = query<{ id: string; version: number }>(
  'sessions.list_changed_since',
  `select id, version from sessions
   where organization_id = $1 and updated_at >= $2 and ($3::uuid is null or user_id = $3)
   order by updated_at limit $4`,
)

export interface ChangedSince {
  readonly organizationId: string
  /** Only sessions of this user. */
  readonly userId: string | null
  readonly since: number
  readonly limit: number
}

export function changedSince(handle: Handle, { organizationId, since, userId, limit }: ChangedSince) {
  return handle.many(listChangedSince, [organizationId, since, userId, limit])
}

const listBusyOn = query<{ id: string }>(
  'sessions.list_busy_on',
  `select id from sessions where organization_id = $1 and computer_id = $2 and status <> 'idle' order by updated_at limit $3`,
)

export function busyOn(handle: Handle, organizationId: string, computerId: string, limit: number) {
  return handle.many(listBusyOn, [organizationId, computerId, limit])
}
