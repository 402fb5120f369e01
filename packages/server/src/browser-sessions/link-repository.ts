import type { Handle } from '../database/database.ts'
import { query } from '../database/query.ts'
import type { UserRow } from '../keys/found-bearer.ts'

const insertLink = query(
  'sign_in_links.insert',
  `insert into sign_in_links (id, organization_id, user_id, secret_hash, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6)`,
)

export interface NewLink {
  readonly id: string
  readonly organizationId: string
  readonly userId: string
  readonly secretHash: Buffer
  readonly createdAt: number
  readonly expiresAt: number
}

export function insert(handle: Handle, row: NewLink) {
  const { id, organizationId, userId, secretHash, createdAt, expiresAt } = row
  return handle.run(insertLink, [id, organizationId, userId, secretHash, createdAt, expiresAt])
}

export interface LinkRow extends UserRow {
  secret_hash: Buffer
}

const findUnused = query<LinkRow>(
  'sign_in_links.find_unused',
  `select l.secret_hash, l.organization_id, o.allowed_ips, u.id as user_id, u.email, u.role
   from sign_in_links l
   join users u on u.id = l.user_id and u.organization_id = l.organization_id
   join organizations o on o.id = l.organization_id
   where l.id = $1 and l.used_at is null and l.expires_at > $2 and u.removed_at is null
   for update of l`,
)

/** Across organizations: whose a link is, is what is being asked. Two who show it at once take turns. */
export function findAndLock(handle: Handle, id: string, now: number): Promise<LinkRow | undefined> {
  return handle.find(findUnused, [id, now])
}

const useLink = query(
  'sign_in_links.use',
  'update sign_in_links set used_at = $3 where organization_id = $1 and id = $2',
)

export function markUsed(handle: Handle, organizationId: string, id: string, now: number) {
  return handle.run(useLink, [organizationId, id, now])
}

const endLinks = query(
  'sign_in_links.end_of_user',
  'update sign_in_links set used_at = $3 where organization_id = $1 and user_id = $2 and used_at is null',
)

export function endAllOfUser(handle: Handle, organizationId: string, userId: string, now: number) {
  return handle.run(endLinks, [organizationId, userId, now])
}

const findFirstOwner = query<{ organization_id: string; user_id: string }>(
  'sign_in_links.find_first_owner',
  `select u.organization_id, u.id as user_id from users u join organizations o on o.id = u.organization_id
   where u.role = 'owner' and u.removed_at is null order by o.created_at, o.id, u.created_at, u.id limit 1`,
)

/** The owner of the organization that the first start made. */
export function firstOwner(handle: Handle) {
  return handle.find(findFirstOwner)
}

const deleteOld = query('sign_in_links.delete_old', 'delete from sign_in_links where expires_at < $1')

/** Of every organization. */
export function forgetOld(handle: Handle, before: number) {
  return handle.run(deleteOld, [before])
}
