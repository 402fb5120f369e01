import type { AccessToken, ApiKey, CreateApiKey, CreatedApiKey } from '@muster/contract/api-key'
import { scopes as allScopes, type Scope } from '@muster/contract/enumerations'
import type { Pagination } from '@muster/contract/pagination'
import type { Change } from '../audit/change.ts'
import { recordChange } from '../audit/service.ts'
import type { Database } from '../database/database.ts'
import type { Principal } from '../organizations/principal.ts'
import { AppError, invalid } from '../platform/app-error.ts'
import { type Ids, isUuid } from '../platform/ids.ts'
import { type PageQuery, parsePage, toPage } from '../platform/page.ts'
import { formatApiKey, hashSecret, newApiKey } from './api-key.ts'
import * as repository from './repository.ts'
import { toWire } from './to-wire.ts'
import type { Tokens } from './tokens.ts'

export type Keys = ReturnType<typeof createKeys>

/** The last id in byte order: no id comes after it. */
const afterAllIds = '\u{10ffff}'

export function createKeys({ database, ids, tokens }: { database: Database; ids: Ids; tokens: Tokens }) {
  return {
    async list(principal: Principal, query: PageQuery): Promise<{ apiKeys: ApiKey[]; pagination: Pagination }> {
      const owner = principal.role === 'owner'
      const name = `keys:${principal.organizationId}:${owner ? 'all' : principal.userId}`
      const { limit, after } = parsePage(name, query, 'timeAndText')
      const rows = await repository.list(database, principal.organizationId, {
        userId: owner ? null : principal.userId,
        beforeTime: after ? Number(after[0]) : Number.MAX_SAFE_INTEGER,
        beforeId: after ? String(after[1]) : afterAllIds,
        limit: limit + 1,
      })
      const page = toPage(name, limit, rows, (row) => [row.created_at, row.id])
      return { apiKeys: page.rows.map(toWire), pagination: page.pagination }
    },

    async create(change: Change, body: CreateApiKey): Promise<CreatedApiKey> {
      const { tx, principal, now } = change
      const userId = body.userId?.toLowerCase() ?? principal.userId
      await assertMayCreateFor(change, userId)
      const expiresAt = body.expiresAt === undefined ? null : new Date(body.expiresAt).getTime()
      if (expiresAt !== null && expiresAt <= now) throw invalid('expiresAt', 'must be in the future')
      const key = newApiKey(ids)
      const row = await repository.insert(tx, {
        id: key.id,
        organizationId: principal.organizationId,
        userId,
        name: body.name,
        secretHash: hashSecret(key.secret),
        scopes: grantedScopes(principal, body.scopes),
        createdAt: now,
        expiresAt,
      })
      await recordChange(change, {
        action: 'api_key.create',
        target: { type: 'api_key', id: key.id },
        changes: { name: body.name, userId, scopes: row.scopes, expiresAt: row.expires_at },
      })
      return { ...toWire(row), key: formatApiKey(key) }
    },

    async revoke(change: Change, id: string): Promise<void> {
      const { tx, principal, now } = change
      const onlyOf = principal.role === 'owner' ? null : principal.userId
      const row = await repository.revoke(tx, principal.organizationId, id, onlyOf, now)
      if (!row) throw new AppError('api_key_not_found', 'There is no such API key, or it was revoked before.')
      await recordChange(change, {
        action: 'api_key.revoke',
        target: { type: 'api_key', id },
        changes: { name: row.name, userId: row.user_id },
      })
    },

    async createToken(change: Change): Promise<AccessToken> {
      const { tx, principal, now } = change
      if (!principal.apiKeyId) throw new AppError('unauthorized', 'A token is made from an API key.')
      await repository.recordSignIns(tx, new Map([[principal.userId, now]]))
      await recordChange(change, { action: 'token.create', target: { type: 'api_key', id: principal.apiKeyId } })
      return tokens.issue(principal, principal.apiKeyId)
    },
  }
}

export const insertApiKey = repository.insert

/** All keys of somebody who leaves. A key that is revoked stays so, also when its user comes back. */
export async function revokeKeysOfUser({ tx, principal, now }: Change, userId: string): Promise<void> {
  await repository.revokeAllOfUser(tx, principal.organizationId, userId, now)
}

async function assertMayCreateFor({ tx, principal }: Change, userId: string): Promise<void> {
  if (userId !== principal.userId && principal.role !== 'owner') {
    throw new AppError('role_not_allowed', 'Only owners create API keys for other people.')
  }
  if (!isUuid(userId) || !(await repository.findAndKeepUser(tx, principal.organizationId, userId))) {
    throw new AppError('user_not_found', 'The organization has no user with this userId.')
  }
}

/** A key with scopes cannot make a key that may do more than itself. */
function grantedScopes(principal: Principal, wanted: readonly Scope[] | undefined): readonly Scope[] | null {
  if (principal.scopes === null) return wanted ?? null
  const own = new Set(principal.scopes)
  const granted = wanted ?? allScopes.filter((scope) => own.has(scope))
  const missing = granted.filter((scope) => !own.has(scope))
  if (missing.length > 0) {
    throw new AppError('scope_not_allowed', `The key in use cannot give the scope ${missing.join(', ')}.`)
  }
  return granted
}
