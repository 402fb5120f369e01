import type { Role, Scope } from '@muster/contract/enumerations'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'

/** Everything that a request needs to know about its user and organization. */
export interface UserRow extends Record<string, unknown> {
  organization_id: string
  allowed_ips: string[]
  user_id: string
  email: string
  role: Role
}

/** A key with its user and organization, read in one query. */
export interface BearerRow extends UserRow {
  key_id: string
  secret_hash: Buffer
  scopes: Scope[] | null
  expires_at: number | null
}

/** A trigger watches each of these columns (migration 0265). */
export const findBearers = query<BearerRow>(
  'keys.find_bearers',
  `select k.id as key_id, k.secret_hash, k.scopes, k.expires_at, k.organization_id, o.allowed_ips, u.id as user_id,
     u.email, u.role
   from api_keys k
     join users u on u.id = k.user_id and u.organization_id = k.organization_id
     join organizations o on o.id = k.organization_id
   where k.revoked_at is null and u.removed_at is null and k.id = any($1)`,
)

export async function bearersById(handle: Handle, ids: readonly string[]): Promise<Map<string, BearerRow>> {
  const rows = await handle.many(findBearers, [ids])
  return new Map(rows.map((row) => [row.key_id, row]))
}

const findUsers = query<UserRow>(
  'keys.find_users',
  `select u.organization_id, o.allowed_ips, u.id as user_id, u.email, u.role
   from users u join organizations o on o.id = u.organization_id
   where (u.organization_id, u.id) in (select * from unnest($1::uuid[], $2::uuid[])) and u.removed_at is null`,
)

/** Users who are identified without a key. Their ids are unique across organizations. */
export async function usersById(
  handle: Handle,
  users: readonly { readonly organizationId: string; readonly userId: string }[],
): Promise<Map<string, UserRow>> {
  const ids = [users.map(({ organizationId }) => organizationId), users.map(({ userId }) => userId)]
  return new Map((await handle.many(findUsers, ids)).map((row) => [row.user_id, row]))
}
