import type { BrowserSession, SignInMethod } from '@muster/contract/browser-session'
import type { Pagination } from '@muster/contract/pagination'
import type { Database } from '../../ground/database/database.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import { sharedLoad } from '../../ground/platform/batching/shared-load.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import { dayMs } from '../../ground/platform/days.ts'
import { type Ids, isUuid } from '../../ground/platform/ids.ts'
import { newestFirst } from '../../ground/platform/keyset.ts'
import { type PageQuery, parsePage, toPage } from '../../ground/platform/page.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { Change } from '../audit/change.ts'
import { recordChange } from '../audit/service.ts'
import type { Admission } from '../keys/admission.ts'
import { hashSecret } from '../keys/api-key.ts'
import type { FoundBearer } from '../keys/found-bearer.ts'
import type { LastUse } from '../keys/last-use.ts'
import { formatBrowserSecret, isRight, newBrowserSecret, parseBrowserSecret } from './browser-secret.ts'
import * as links from './link-repository.ts'
import { remove as removePassword } from './password-repository.ts'
import * as repository from './repository.ts'
import { toWire } from './to-wire.ts'

export interface BrowserSessions {
  readonly lifeMs: number
  /** Returns the user of a cookie; `undefined` if it is unknown or was revoked. The session may have expired. */
  find(cookie: string): Promise<FoundBearer | undefined>
  /** Like `find`, for a session whose cookie was checked before. */
  findById(id: string): Promise<FoundBearer | undefined>
  /**
   * For the document of a page, which contains no data: this check does not count as use of the session. A person at an
   * address that is not admitted counts as signed in, so that the pages can explain the problem.
   */
  isSignedIn(cookie: string, address: string): Promise<boolean>
  /** Signs in the principal of the change in this browser. */
  open(change: Change, method: SignInMethod, browser: Browser): Promise<OpenedSession>
  list(principal: Principal, query: PageQuery): Promise<{ browserSessions: BrowserSession[]; pagination: Pagination }>
  /** `which` is `all`, or the id of one session. */
  revoke(change: Change, which: string): Promise<void>
  /** Deletes sessions that ended more than a day ago. Runs once an hour. */
  forgetEnded(now: number): Promise<number>
}

interface BrowserSessionsOptions {
  readonly database: Database
  readonly ids: Ids
  readonly clock: Clock
  readonly lastUse: LastUse
  readonly admission: Admission
  /** A session ends after this time without use. */
  readonly idleMs: number
  /** A session ends after this time, even if it is in use. */
  readonly lifeMs: number
}

/** The browser that signs in. */
interface Browser {
  readonly userAgent: string
  readonly address: string
  readonly requestId: string
}

interface OpenedSession {
  readonly session: BrowserSession
  /** The cookie for the browser; it is not stored in this form and cannot be shown again. */
  readonly cookie: string
}

/** Frequent enough for a list that people read, and rare enough to cost almost nothing. */
const touchEveryMs = 60_000

/** The browser's name helps its owner to recognise it. Longer names are cut. */
const maxUserAgent = 300

export function createBrowserSessions(options: BrowserSessionsOptions): BrowserSessions {
  const { database, ids, clock, lastUse, admission, idleMs, lifeMs } = options
  const findOpen = sharedLoad((sessionIds: readonly string[]) => repository.openSessions(database, sessionIds))

  function toFound(row: repository.OpenSessionRow): FoundBearer {
    const { id, organization_id, method, key_id, key_scopes: scopes, key_expires_at: expires_at, last_used_at } = row
    const used = async () => {
      const now = clock.now()
      if (last_used_at + touchEveryMs <= now) await repository.touch(database, organization_id, id, now)
    }
    return {
      row,
      key: key_id === null ? undefined : { key_id, scopes, expires_at },
      endMs: Number.POSITIVE_INFINITY,
      browserSession: { id, method, endMs: Math.min(row.expires_at, last_used_at + idleMs), used },
    }
  }

  async function find(cookie: string): Promise<FoundBearer | undefined> {
    const shown = parseBrowserSecret(cookie)
    const row = shown && (await findOpen(shown.id))
    return row && isRight(shown, row.secret_hash) ? toFound(row) : undefined
  }

  return {
    lifeMs,
    find,

    async findById(id) {
      const row = await findOpen(id)
      return row && toFound(row)
    },

    async isSignedIn(cookie, address) {
      return admission.refusalOf(await find(cookie), address)?.code !== 'unauthorized'
    },

    async open(change, method, { userAgent, address }) {
      const { tx, principal, now } = change
      const made = newBrowserSecret(ids)
      const row = await repository.insert(tx, {
        id: made.id,
        organizationId: principal.organizationId,
        userId: principal.userId,
        secretHash: hashSecret(made.secret),
        method,
        apiKeyId: principal.apiKeyId,
        userAgent: userAgent.slice(0, maxUserAgent).toWellFormed(),
        address,
        createdAt: now,
        expiresAt: now + lifeMs,
      })
      await recordChange(change, {
        action: 'browser_session.create',
        target: { type: 'browser_session', id: made.id },
        changes: { method },
      })
      lastUse.signedIn(principal.userId)
      return { session: toWire(row, made.id), cookie: formatBrowserSecret(made) }
    },

    async list(principal, query) {
      const name = `browser-sessions:${principal.organizationId}:${principal.userId}`
      const { limit, after } = parsePage(name, query, newestFirst)
      const now = clock.now()
      const rows = await repository.list(database, principal, {
        now,
        usedAfter: now - idleMs,
        before: after,
        limit: limit + 1,
      })
      const page = toPage(name, limit, rows, (row) => [row.created_at, row.id])
      return {
        browserSessions: page.rows.map((row) => toWire(row, principal.browserSessionId)),
        pagination: page.pagination,
      }
    },

    async revoke(change, which) {
      const { tx, principal, now } = change
      const { organizationId, userId } = principal
      if (which !== 'all' && !isUuid(which)) throw notFound()
      const revoked = await repository.revoke(tx, organizationId, userId, which === 'all' ? null : which, now)
      if (revoked.length === 0 && which !== 'all') throw notFound()
      for (const session of revoked) {
        await recordChange(change, {
          action: 'browser_session.revoke',
          target: { type: 'browser_session', id: session.id },
        })
      }
    },

    async forgetEnded(now) {
      const before = now - dayMs
      return (
        (await repository.forgetEnded(database, before, before - idleMs)) + (await links.forgetOld(database, before))
      )
    },
  }
}

/**
 * Ends all sessions and links and removes the password of a user who leaves, so that none works again if the user comes
 * back.
 */
export async function endBrowserAccess(change: Change, userId: string): Promise<void> {
  const { tx, principal, now } = change
  await endBrowserSessions(change, userId)
  await links.endAllOfUser(tx, principal.organizationId, userId, now)
  await removePassword(tx, principal.organizationId, userId)
}

/** Signs a user out everywhere. The caller records the reason. */
export async function endBrowserSessions({ tx, principal, now }: Change, userId: string): Promise<void> {
  await repository.revoke(tx, principal.organizationId, userId, null, now)
}

function notFound(): AppError {
  return new AppError('browser_session_not_found', 'You have no such browser session, or it has ended.')
}
