import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import type { SessionRow } from './repository.ts'

const findExpired = query<Pick<SessionRow, 'id' | 'user_id' | 'computer_id' | 'version'>>(
  'sessions.find_expired',
  `select id, user_id, computer_id, version from sessions where organization_id = $1 and updated_at < $2 and status = 'idle'
   order by updated_at limit $3 for update skip locked`,
)

export function expired(handle: Handle, organizationId: string, before: number, limit: number) {
  return handle.many(findExpired, [organizationId, before, limit])
}

const findRetentions = query<{ organization_id: string; days: number }>(
  'sessions.find_retentions',
  `select o.id as organization_id, (r.settings ->> 'sessionRetentionDays')::int as days
   from organizations o join control_revisions r on r.organization_id = o.id and r.revision = o.controls_revision
   where r.settings ->> 'sessionRetentionDays' is not null`,
)

/** Across organizations, for the service's own upkeep. */
export function retentions(handle: Handle) {
  return handle.many(findRetentions)
}
