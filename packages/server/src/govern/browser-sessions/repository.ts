import type { SignInMethod } from '@muster/contract/browser-session'
import type { Scope } from '@muster/contract/enumerations'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import type { TimeAndId } from '../../ground/platform/keyset.ts'
import type { UserRow } from '../keys/found-bearer.ts'

/** A session with its user, organization and key, read in one query. */
export interface OpenSessionRow extends UserRow {
  id: string
  secret_hash: Buffer
  method: SignInMethod
  last_used_at: number
  expires_at: number
  key_id: string | null
  key_scopes: Scope[] | null
  key_expires_at: number | null
}

const findOpen = query<OpenSessionRow>(
  'browser_sessions.find_open',
  `select s.id, s.secret_hash, s.method, s.last_used_at, s.expires_at, s.organization_id, o.allowed_ips,
     u.id as user_id, u.email, u.role, k.id as key_id, k.scopes as key_scopes, k.expires_at as key_expires_at
   from browser_sessions s
   join users u on u.id = s.user_id and u.organization_id = s.organization_id
   join organizations o on o.id = s.organization_id
   left join api_keys k on k.id = s.api_key_id and k.organization_id = s.organization_id and k.revoked_at is null
   where s.id = any($1) and s.revoked_at is null and u.removed_at is null
     and (s.api_key_id is null or k.id is not null)`,
)

/** Across organizations, because the organization of a cookie is not known yet. */
export async function openSessions(handle: Handle, ids: readonly string[]): Promise<Map<string, OpenSessionRow>> {
  const rows = await handle.many(findOpen, [ids])
  return new Map(rows.map((row) => [row.id, row]))
}

export interface SessionRow extends Record<string, unknown> {
  id: string
  method: SignInMethod
  user_agent: string
  address: string
  created_at: number
  last_used_at: number
  expires_at: number
}

const columns = 'id, method, user_agent, address, created_at, last_used_at, expires_at'

interface NewSession {
  readonly id: string
  readonly organizationId: string
  readonly userId: string
  readonly secretHash: Buffer
  readonly method: SignInMethod
  readonly apiKeyId: string | null
  readonly userAgent: string
  readonly address: string
  readonly createdAt: number
  readonly expiresAt: number
}

const insertSession = query<SessionRow>(
  'browser_sessions.insert',
  `insert into browser_sessions (id, organization_id, user_id, secret_hash, method, api_key_id, user_agent, address,
     created_at, last_used_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10) returning ${columns}`,
)

export function insert(handle: Handle, row: NewSession): Promise<SessionRow> {
  const { id, organizationId, userId, secretHash, method, apiKeyId, userAgent, address, createdAt, expiresAt } = row
  return handle.get(insertSession, [
    id,
    organizationId,
    userId,
    secretHash,
    method,
    apiKeyId,
    userAgent,
    address,
    createdAt,
    expiresAt,
  ])
}

const listOpen = query<SessionRow>(
  'browser_sessions.list',
  `select ${columns} from browser_sessions
   where organization_id = $1 and user_id = $2 and revoked_at is null and expires_at > $3 and last_used_at > $4
     and (created_at, id) < ($5, $6)
   order by created_at desc, id desc limit $7`,
)

export function list(
  handle: Handle,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
  page: { readonly now: number; readonly usedAfter: number; readonly before: TimeAndId; readonly limit: number },
): Promise<SessionRow[]> {
  return handle.many(listOpen, [organizationId, userId, page.now, page.usedAfter, ...page.before, page.limit])
}

const revokeSessions = query<{ id: string }>(
  'browser_sessions.revoke',
  `update browser_sessions set revoked_at = $4
   where organization_id = $1 and user_id = $2 and ($3::uuid is null or id = $3) and ($5::uuid is null or id <> $5)
     and revoked_at is null returning id`,
)

/** Ends one session of a user, or all except `exceptId`. Returns those that were open. */
export function revoke(
  handle: Handle,
  organizationId: string,
  userId: string,
  id: string | null,
  now: number,
  exceptId: string | null = null,
) {
  return handle.many(revokeSessions, [organizationId, userId, id, now, exceptId])
}

const touchSession = query(
  'browser_sessions.touch',
  'update browser_sessions set last_used_at = greatest(last_used_at, $3) where organization_id = $1 and id = $2',
)

export function touch(handle: Handle, organizationId: string, id: string, now: number) {
  return handle.run(touchSession, [organizationId, id, now])
}

const deleteEnded = query(
  'browser_sessions.delete_ended',
  'delete from browser_sessions where expires_at < $1 or last_used_at < $2 or revoked_at < $1',
)

/** Covers all organizations. */
export function forgetEnded(handle: Handle, before: number, unusedSince: number) {
  return handle.run(deleteEnded, [before, unusedSince])
}
