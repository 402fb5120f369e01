import type { LinkPurpose } from '@muster/contract/sign-in-link'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import type { UserRow } from '../keys/found-bearer.ts'

const insertLinks = query(
  'sign_in_links.insert',
  `insert into sign_in_links (id, organization_id, user_id, secret_hash, purpose, created_at, expires_at)
   select id, organization_id, user_id, secret_hash, $5, $6, $7
   from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bytea[]) as made (id, organization_id, user_id, secret_hash)`,
)

export interface NewLink {
  readonly id: string
  readonly organizationId: string
  readonly userId: string
  readonly secretHash: Buffer
}

export function insertMany(
  handle: Handle,
  links: readonly NewLink[],
  { purpose, createdAt, expiresAt }: { purpose: LinkPurpose; createdAt: number; expiresAt: number },
) {
  const columns = [
    links.map(({ id }) => id),
    links.map(({ organizationId }) => organizationId),
    links.map(({ userId }) => userId),
    links.map(({ secretHash }) => secretHash),
  ]
  return handle.run(insertLinks, [...columns, purpose, createdAt, expiresAt])
}

export interface LinkRow extends UserRow {
  secret_hash: Buffer
  purpose: LinkPurpose
  organization_name: string
  used_at: number | null
  expires_at: number
  /** True if the user was removed. */
  is_gone: boolean
}

const linkOf = `select l.secret_hash, l.purpose, l.used_at, l.expires_at, l.organization_id, o.allowed_ips,
     o.name as organization_name, u.id as user_id, u.email, u.role, u.removed_at is not null as is_gone
   from sign_in_links l
   join users u on u.id = l.user_id and u.organization_id = l.organization_id
   join organizations o on o.id = l.organization_id
   where l.id = $1`

const findLink = query<LinkRow>('sign_in_links.find', linkOf)
const lockLink = query<LinkRow>('sign_in_links.find_and_lock', `${linkOf} for update of l`)

/** Across organizations, because the link's organization is not known yet. */
export function find(handle: Handle, id: string): Promise<LinkRow | undefined> {
  return handle.find(findLink, [id])
}

/** Locks the row, so that concurrent requests with the same link run in sequence. */
export function findAndLock(handle: Handle, id: string): Promise<LinkRow | undefined> {
  return handle.find(lockLink, [id])
}

const lockOfUser = query(
  'sign_in_links.lock_user',
  'select id from users where organization_id = $1 and id = $2 and removed_at is null for no key update',
)

/** Locks the user, so that of two links that are created at once, the later one ends the other. */
export async function lockUser(handle: Handle, organizationId: string, userId: string): Promise<boolean> {
  return (await handle.find(lockOfUser, [organizationId, userId])) !== undefined
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

/** The owner of the organization that the first start created. */
export function firstOwner(handle: Handle) {
  return handle.find(findFirstOwner)
}

const deleteOld = query('sign_in_links.delete_old', 'delete from sign_in_links where expires_at < $1')

/** Covers all organizations. */
export function forgetOld(handle: Handle, before: number) {
  return handle.run(deleteOld, [before])
}
