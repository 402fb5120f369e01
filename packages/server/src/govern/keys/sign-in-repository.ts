import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import type { UserRow } from './bearer-repository.ts'

const userColumns = 'u.organization_id, o.allowed_ips, u.id as user_id, u.email, u.role'

const findBound = query<UserRow>(
  'keys.find_bound_users',
  `select ${userColumns} from user_identities i
   join users u on u.id = i.user_id and u.organization_id = i.organization_id
   join organizations o on o.id = u.organization_id
   where i.issuer = $1 and i.subject = $2 and u.removed_at is null`,
)

/** Across organizations: the subject is known before its organization is. */
export function boundUsers(handle: Handle, issuer: string, subject: string): Promise<UserRow[]> {
  return handle.many(findBound, [issuer, subject])
}

interface CandidateRow extends UserRow {
  accepted_at: number | null
  /** True if the user signs in with another subject of this issuer. */
  is_bound: boolean
}

const findCandidates = query<CandidateRow>(
  'keys.find_users_by_email',
  `select ${userColumns}, u.accepted_at, i.subject is not null as is_bound
   from users u join organizations o on o.id = u.organization_id
   left join user_identities i on i.organization_id = u.organization_id and i.user_id = u.id and i.issuer = $2
   where u.email_key = $1 and u.removed_at is null`,
)

/** Across organizations, for the first sign-in. */
export function candidates(handle: Handle, emailKey: string, issuer: string): Promise<CandidateRow[]> {
  return handle.many(findCandidates, [emailKey, issuer])
}

const insertIdentity = query(
  'keys.bind_identity',
  `insert into user_identities (organization_id, user_id, issuer, subject, bound_at) values ($1, $2, $3, $4, $5)
   on conflict do nothing`,
)

/** Returns false if another request has already bound the user. */
export async function bind(
  handle: Handle,
  { organization_id, user_id }: UserRow,
  identity: { readonly issuer: string; readonly subject: string },
  now: number,
): Promise<boolean> {
  const values = [organization_id, user_id, identity.issuer, identity.subject, now]
  return (await handle.run(insertIdentity, values)) === 1
}

const deleteIdentities = query(
  'keys.unbind_user',
  'delete from user_identities where organization_id = $1 and user_id = $2',
)

export function unbind(handle: Handle, organizationId: string, userId: string) {
  return handle.run(deleteIdentities, [organizationId, userId])
}
