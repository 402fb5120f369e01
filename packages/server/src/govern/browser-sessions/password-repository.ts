import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import type { UserRow } from '../keys/found-bearer.ts'

export interface PasswordRow extends UserRow {
  hash: string | null
  organization_name: string
}

const findByEmail = query<PasswordRow>(
  'user_passwords.find_by_email',
  `select u.organization_id, o.allowed_ips, u.id as user_id, u.email, u.role, p.hash, o.name as organization_name
   from users u
   join organizations o on o.id = u.organization_id
   left join user_passwords p on p.user_id = u.id and p.organization_id = u.organization_id
   where u.email_key = $1 and u.removed_at is null and ($2::uuid is null or u.organization_id = $2)
   order by p.hash is null, u.created_at, u.id limit 4`,
)

/** Across organizations unless one is named, because the organization of the e-mail is not known yet. */
export function candidates(handle: Handle, emailKey: string, organizationId: string | null): Promise<PasswordRow[]> {
  return handle.many(findByEmail, [emailKey, organizationId])
}

const findHash = query<{ hash: string }>(
  'user_passwords.find',
  'select hash from user_passwords where organization_id = $1 and user_id = $2',
)

export async function find(handle: Handle, organizationId: string, userId: string): Promise<string | undefined> {
  return (await handle.find(findHash, [organizationId, userId]))?.hash
}

const setHash = query(
  'user_passwords.set',
  `insert into user_passwords (user_id, organization_id, hash, set_at) values ($1, $2, $3, $4)
   on conflict (user_id) do update set hash = excluded.hash, set_at = excluded.set_at
     where user_passwords.organization_id = excluded.organization_id`,
)

export function set(handle: Handle, organizationId: string, userId: string, hash: string, now: number) {
  return handle.run(setHash, [userId, organizationId, hash, now])
}

const deleteHash = query(
  'user_passwords.delete',
  'delete from user_passwords where organization_id = $1 and user_id = $2',
)

export function remove(handle: Handle, organizationId: string, userId: string) {
  return handle.run(deleteHash, [organizationId, userId])
}
