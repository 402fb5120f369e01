import type { Role, Scope } from '@muster/contract/enumerations'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import type { TimeAndId } from '../../ground/platform/keyset.ts'

interface FirstKeyRow extends Record<string, unknown> {
  secret_hash: Buffer
  email: string
  organization_name: string
  is_unused: boolean
}

const findFirstKey = query<FirstKeyRow>(
  'keys.find_first',
  `select k.secret_hash, u.email, o.name as organization_name,
     k.revoked_at is null and k.last_used_at is null and u.removed_at is null as is_unused
   from api_keys k
   join users u on u.id = k.user_id and u.organization_id = k.organization_id
   join organizations o on o.id = k.organization_id
   where k.id = $1`,
)

/** The first key of the installation, active or not. */
export function firstKey(handle: Handle, id: string): Promise<FirstKeyRow | undefined> {
  return handle.find(findFirstKey, [id])
}

export interface EndedKeyRow extends Record<string, unknown> {
  id: string
  organization_id: string
  expires_at: number | null
  revoked_at: number | null
}

const findKeysInAnyState = query<EndedKeyRow>(
  'keys.find_in_any_state',
  'select id, organization_id, expires_at, revoked_at from api_keys where id = any($1)',
)

/** Includes expired and revoked keys, to find out to whom a refused key belonged. */
export async function keysInAnyState(handle: Handle, ids: readonly string[]): Promise<Map<string, EndedKeyRow>> {
  const rows = await handle.many(findKeysInAnyState, [ids])
  return new Map(rows.map((row) => [row.id, row]))
}

const findUser = query<{ role: Role }>(
  'keys.find_user',
  'select role from users where organization_id = $1 and id = $2 and removed_at is null for share',
)

/**
 * Locks the user until the transaction ends. Otherwise a concurrent removal would miss the new key, which would work
 * again when the user comes back.
 */
export async function findAndKeepRole(handle: Handle, organizationId: string, userId: string) {
  return (await handle.find(findUser, [organizationId, userId]))?.role
}

const findOwners = query<{ organization_id: string; organization_name: string; user_id: string }>(
  'keys.find_owners',
  `select u.organization_id, o.name as organization_name, u.id as user_id
   from users u join organizations o on o.id = u.organization_id
   where u.email_key = $1 and u.role = 'owner' and u.removed_at is null and ($2::uuid is null or u.organization_id = $2)
   order by u.organization_id for share of u`,
)

/** Across organizations unless one is named, for the operator. */
export function ownersByEmail(handle: Handle, emailKey: string, organizationId: string | null) {
  return handle.many(findOwners, [emailKey, organizationId])
}

const listOwnerEmails = query<{ email: string }>(
  'keys.owner_emails',
  `select distinct email from users where role = 'owner' and removed_at is null order by email limit 10`,
)

/** Some owners across organizations, for an operator who does not remember any. */
export function ownerEmails(handle: Handle) {
  return handle.many(listOwnerEmails)
}

const keyColumns = 'id, user_id, name, scopes, created_at, expires_at, last_used_at, last_event_at, parent_id'

const keepKey = query(
  'keys.keep',
  'select 1 from api_keys where organization_id = $1 and id = $2 and revoked_at is null for share',
)

/** Locks the key until the transaction ends. Otherwise a concurrent revocation would miss the new child. */
export async function findAndKeep(handle: Handle, organizationId: string, id: string): Promise<boolean> {
  return (await handle.find(keepKey, [organizationId, id])) !== undefined
}

export interface ApiKeyRow extends Record<string, unknown> {
  id: string
  user_id: string
  name: string
  scopes: Scope[] | null
  created_at: number
  expires_at: number | null
  last_used_at: number | null
  last_event_at: number | null
  parent_id: string | null
}

const insertKey = query<ApiKeyRow>(
  'keys.insert',
  `insert into api_keys (id, organization_id, user_id, name, secret_hash, scopes, created_at, expires_at, parent_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   returning ${keyColumns}`,
)

interface NewApiKeyRow {
  id: string
  organizationId: string
  userId: string
  name: string
  secretHash: Buffer
  scopes: readonly Scope[] | null
  createdAt: number
  expiresAt: number | null
  /** The key that this key is made with. */
  parentId: string | null
}

export function insert(handle: Handle, row: NewApiKeyRow): Promise<ApiKeyRow> {
  return handle.get(insertKey, [
    row.id,
    row.organizationId,
    row.userId,
    row.name,
    row.secretHash,
    row.scopes,
    row.createdAt,
    row.expiresAt,
    row.parentId,
  ])
}

const listKeys = query<ApiKeyRow>(
  'keys.list',
  `select ${keyColumns} from api_keys
   where organization_id = $1 and revoked_at is null and ($2::uuid is null or user_id = $2)
     and (created_at, id) < ($3, $4)
   order by created_at desc, id desc limit $5`,
)

export function list(
  handle: Handle,
  organizationId: string,
  page: { userId: string | null; before: TimeAndId; limit: number },
): Promise<ApiKeyRow[]> {
  return handle.many(listKeys, [organizationId, page.userId, ...page.before, page.limit])
}

const countLive = query<{ live: number }>(
  'keys.count_live',
  `select count(*) as live from api_keys
   where organization_id = $1 and user_id = $2 and revoked_at is null and (expires_at is null or expires_at > $3)`,
)

/** The number of the user's keys that are active at this time. */
export async function liveCount(handle: Handle, organizationId: string, userId: string, now: number): Promise<number> {
  return (await handle.get(countLive, [organizationId, userId, now])).live
}

const revokeKey = query<ApiKeyRow>(
  'keys.revoke',
  `update api_keys set revoked_at = $4
   where organization_id = $1 and id = $2 and revoked_at is null and ($3::uuid is null or user_id = $3)
   returning ${keyColumns}`,
)

/** `userId` restricts it to keys of that user. */
export function revoke(handle: Handle, organizationId: string, id: string, userId: string | null, now: number) {
  return handle.find(revokeKey, [organizationId, id, userId, now])
}

const revokeKeysOfUser = query(
  'keys.revoke_of_user',
  'update api_keys set revoked_at = $3 where organization_id = $1 and user_id = $2 and revoked_at is null',
)

export function revokeAllOfUser(handle: Handle, organizationId: string, userId: string, now: number) {
  return handle.run(revokeKeysOfUser, [organizationId, userId, now])
}

interface SigningKeyRow extends Record<string, unknown> {
  id: string
  public_jwk: Record<string, unknown>
  sealed_private_jwk: string
}

const listSigningKeys = query<SigningKeyRow>(
  'keys.list_signing_keys',
  'select id, public_jwk, sealed_private_jwk from signing_keys order by created_at desc, id desc',
)

export function signingKeys(handle: Handle): Promise<SigningKeyRow[]> {
  return handle.many(listSigningKeys)
}

const lockSigningKeys = query('keys.lock_signing_keys', 'lock table signing_keys in share row exclusive mode')
const insertSigningKey = query(
  'keys.insert_signing_key',
  'insert into signing_keys (id, public_jwk, sealed_private_jwk, created_at) values ($1, $2, $3, $4)',
)

/** Nodes that start together must use one key: the others wait here and then find it. */
export async function lockSigningKeyTable(handle: Handle): Promise<void> {
  await handle.run(lockSigningKeys)
}

export function insertSigning(handle: Handle, row: SigningKeyRow, now: number) {
  return handle.run(insertSigningKey, [row.id, JSON.stringify(row.public_jwk), row.sealed_private_jwk, now])
}
