import type { AccessToken, ApiKey, CreateApiKey, CreatedApiKey } from '@muster/contract/api-key'
import type { Role } from '@muster/contract/enumerations'
import type { Pagination } from '@muster/contract/pagination'
import type { Database, Handle } from '../../ground/database/database.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import { type Ids, isUuid } from '../../ground/platform/ids.ts'
import { newestFirstByText } from '../../ground/platform/keyset.ts'
import { type PageQuery, parsePage, toPage } from '../../ground/platform/page.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { Change } from '../audit/change.ts'
import { recordChange } from '../audit/service.ts'
import { formatApiKey, hashSecret, newApiKey } from './api-key.ts'
import * as descendants from './descendants-repository.ts'
import { grantedExpiry, grantedScopes, type KeyPolicy } from './grant.ts'
import * as lastUse from './last-use-repository.ts'
import * as repository from './repository.ts'
import * as signIns from './sign-in-repository.ts'
import { toWire } from './to-wire.ts'
import type { Tokens } from './tokens.ts'
import { unauthorized } from './unauthorized.ts'
import type { WaysIn } from './ways-in.ts'

export { createOwnerKey } from './owner-key.ts'

export interface Keys {
  list(principal: Principal, query: PageQuery): Promise<{ apiKeys: ApiKey[]; pagination: Pagination }>
  create(change: Change, body: CreateApiKey): Promise<CreatedApiKey>
  /** `withChildren` also revokes all keys that were made with it and that the caller may revoke. */
  revoke(change: Change, id: string, options?: { withChildren?: boolean | undefined }): Promise<void>
  createToken(change: Change): Promise<AccessToken>
}

interface KeysOptions {
  database: Database
  ids: Ids
  clock: Clock
  tokens: Tokens
  waysIn: WaysIn
  /** Returns the organization's policy for keys. */
  policyOf: (handle: Handle, organizationId: string) => Promise<KeyPolicy>
  /** The largest number of active keys of a user. */
  maxPerUser: number
}

export function createKeys({ database, ids, clock, tokens, waysIn, policyOf, maxPerUser }: KeysOptions): Keys {
  return {
    async list(principal, query) {
      const owner = principal.role === 'owner'
      const name = `keys:${principal.organizationId}:${owner ? 'all' : principal.userId}`
      const { limit, after } = parsePage(name, query, newestFirstByText)
      const rows = await repository.list(database, principal.organizationId, {
        userId: owner ? null : principal.userId,
        before: after,
        limit: limit + 1,
      })
      const page = toPage(name, limit, rows, (row) => [row.created_at, row.id])
      const shownIds = page.rows.map(({ id }) => id)
      const children = await descendants.liveDescendants(database, principal.organizationId, shownIds, clock.now())
      return { apiKeys: page.rows.map((row) => toWire(row, children.get(row.id))), pagination: page.pagination }
    },

    async create(change, body) {
      const { tx, principal, now } = change
      const { organizationId, apiKeyId } = principal
      const userId = body.userId?.toLowerCase() ?? principal.userId
      // Locks the user before the key, as the removal of a user does, to avoid a deadlock.
      const role = await roleOfFutureUser(change, userId)
      if (apiKeyId && !(await repository.findAndKeep(tx, organizationId, apiKeyId))) throw unauthorized()
      if (!role) throw new AppError('user_not_found', 'The organization has no user with this userId.')
      const scopes = grantedScopes(principal, role, body.scopes)
      const expiresAt = grantedExpiry(principal, await policyOf(tx, organizationId), body.expiresAt, now)
      if ((await repository.liveCount(tx, organizationId, userId, now)) >= maxPerUser) {
        throw new AppError('quota_reached', `A user has ${maxPerUser} API keys at the most. Revoke some first.`)
      }
      const key = newApiKey(ids)
      const row = await repository.insert(tx, {
        id: key.id,
        organizationId,
        userId,
        name: body.name,
        secretHash: hashSecret(key.secret),
        scopes,
        createdAt: now,
        expiresAt,
        parentId: apiKeyId,
      })
      await recordChange(change, {
        action: 'api_key.create',
        target: { type: 'api_key', id: key.id },
        changes: { name: body.name, userId, scopes: row.scopes, expiresAt: row.expires_at },
      })
      return { ...toWire(row), key: formatApiKey(key) }
    },

    async revoke(change, id, { withChildren = false } = {}) {
      const { tx, principal, now } = change
      const { organizationId } = principal
      const onlyOf = principal.role === 'owner' ? null : principal.userId
      await waysIn.lock(tx, organizationId)
      const row = await repository.revoke(tx, organizationId, id, onlyOf, now)
      if (!row) throw new AppError('api_key_not_found', 'There is no such API key, or it was revoked before.')
      const children = withChildren ? await descendants.revokeAll(tx, organizationId, id, onlyOf, now) : []
      const revoked = [row, ...children]
      if (revoked.some(({ scopes }) => scopes === null)) await waysIn.assertOpen(tx, organizationId, now)
      for (const { id: keyId, name, user_id: userId } of revoked) {
        await recordChange(change, {
          action: 'api_key.revoke',
          target: { type: 'api_key', id: keyId },
          changes: { name, userId },
        })
      }
    },

    async createToken(change) {
      const { tx, principal, now } = change
      if (!principal.apiKeyId) throw new AppError('unauthorized', 'A token is made from an API key.')
      await lastUse.recordSignIns(tx, new Map([[principal.userId, now]]))
      await recordChange(change, { action: 'token.create', target: { type: 'api_key', id: principal.apiKeyId } })
      return tokens.issue(principal, principal.apiKeyId)
    },
  }
}

export const insertApiKey = repository.insert

/**
 * Ends all keys and sign-ins of a user who leaves. They stay ended if the user comes back, because the e-mail address
 * may belong to another person by then.
 */
export async function endAccessOfUser({ tx, principal, now }: Change, userId: string): Promise<void> {
  await repository.revokeAllOfUser(tx, principal.organizationId, userId, now)
  await signIns.unbind(tx, principal.organizationId, userId)
}

async function roleOfFutureUser({ tx, principal }: Change, userId: string): Promise<Role | undefined> {
  if (userId !== principal.userId && principal.role !== 'owner') {
    throw new AppError('role_not_allowed', 'Only owners create API keys for other people.')
  }
  return isUuid(userId) ? repository.findAndKeepRole(tx, principal.organizationId, userId) : undefined
}
