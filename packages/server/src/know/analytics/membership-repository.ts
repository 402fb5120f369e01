import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import type { Membership } from './adoption-row.ts'
import { teamOfUser } from './team-of-user.ts'

const listMemberships = query<{ id: string; team: string | null; since: string; until: string | null }>(
  'analytics.list_memberships',
  `select id, ${teamOfUser} as team,
     to_char(to_timestamp(created_at / 1000.0) at time zone 'UTC', 'YYYY-MM-DD') as since,
     to_char(to_timestamp(removed_at / 1000.0) at time zone 'UTC', 'YYYY-MM-DD') as until
   from users where organization_id = $1`,
)

/** All present and past members of the organization. */
export function memberships(handle: Handle, organizationId: string): Promise<Membership[]> {
  return handle.many(listMemberships, [organizationId])
}
