import type { Role, Scope } from '@muster/contract/enumerations'
import type { Handle } from '../database/database.ts'
import { query } from '../database/query.ts'

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

/** Every column of a `BearerRow`: where it is, and its type. A trigger watches each of them (migration 0265). */
export const bearerColumns = [
  ['key_id', 'k.id', 'text'],
  ['secret_hash', 'k.secret_hash', 'bytea'],
  ['scopes', 'k.scopes', 'text[]'],
  ['expires_at', 'k.expires_at', 'bigint'],
  ['organization_id', 'k.organization_id', 'uuid'],
  ['allowed_ips', 'o.allowed_ips', 'text[]'],
  ['user_id', 'u.id', 'uuid'],
  ['email', 'u.email', 'text'],
  ['role', 'u.role', 'text'],
] as const

export const fromActiveBearers = `from api_keys k
   join users u on u.id = k.user_id and u.organization_id = k.organization_id
   join organizations o on o.id = k.organization_id
   where k.revoked_at is null and u.removed_at is null`

const findBearers = query<BearerRow>(
  'keys.find_bearers',
  `select ${bearerColumns.map(([name, place]) => `${place} as ${name}`).join(', ')}
   ${fromActiveBearers} and k.id = any($1)`,
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

/** Users who are known without a key. By their ids, which no two organizations share. */
export async function usersById(
  handle: Handle,
  users: readonly { readonly organizationId: string; readonly userId: string }[],
): Promise<Map<string, UserRow>> {
  const ids = [users.map(({ organizationId }) => organizationId), users.map(({ userId }) => userId)]
  return new Map((await handle.many(findUsers, ids)).map((row) => [row.user_id, row]))
}
