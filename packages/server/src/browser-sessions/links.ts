import type { CreatedLink, LinkInfo, LinkPurpose } from '@muster/contract/sign-in-link'
import type { Change } from '../audit/change.ts'
import { recordChange, recordOwnChange } from '../audit/service.ts'
import type { Database, Tx } from '../database/database.ts'
import { hashSecret } from '../keys/api-key.ts'
import { unauthorized } from '../keys/unauthorized.ts'
import { AppError } from '../platform/app-error.ts'
import { type Clock, toIso } from '../platform/clock.ts'
import { type Ids, isUuid } from '../platform/ids.ts'
import { formatBrowserSecret, isRight, newBrowserSecret, parseBrowserSecret } from './browser-secret.ts'
import * as repository from './link-repository.ts'

/** One-time links to the sign-in page. */
export interface Links {
  /** What a link is for. Whoever has its secret may know why it works no longer. */
  check(token: string): Promise<LinkInfo>
  /** Who a link is for. It works once: the transaction that takes it must be the one that opens the session. */
  take(tx: Tx, token: string): Promise<repository.LinkRow>
  /** Earlier links of the user end: only the one that was handed over last works. */
  create(change: Change, userId: string, purpose: LinkPurpose): Promise<CreatedLink>
  /** For people who were just invited, in their order. Their invitations are what is written down. */
  inviteAll(
    change: Change,
    userIds: readonly string[],
  ): Promise<readonly { readonly url: string; readonly expiresAt: string }[]>
  /** For the operator, who starts the service: the token of a link for the first owner. */
  createOwnerLink(): Promise<string | undefined>
}

interface LinksOptions {
  readonly database: Database
  readonly ids: Ids
  readonly clock: Clock
  /** Where the sign-in page is. */
  readonly appUrl: string
}

const hourMs = 60 * 60 * 1000

/** An invitation waits for people who are on holiday; what resets a password is used at once. */
const lifeMs: Readonly<Record<LinkPurpose, number>> = {
  'sign-in': hourMs,
  'password-reset': 24 * hourMs,
  invitation: 7 * 24 * hourMs,
}

interface LinkedUser {
  readonly organizationId: string
  readonly userId: string
}

export function createLinks({ database, ids, clock, appUrl }: LinksOptions): Links {
  /** The token stands behind the `#`, so that it reaches no log on the way. */
  const urlOf = (token: string) => `${appUrl}/sign-in#token=${token}`

  async function makeMany(tx: Tx, users: readonly LinkedUser[], purpose: LinkPurpose, now: number) {
    const expiresAt = now + lifeMs[purpose]
    const made = users.map((user) => ({ ...user, ...newBrowserSecret(ids) }))
    await repository.insertMany(
      tx,
      made.map(({ secret, ...rest }) => ({ ...rest, secretHash: hashSecret(secret) })),
      {
        purpose,
        createdAt: now,
        expiresAt,
      },
    )
    return made.map((secret) => ({ token: formatBrowserSecret(secret), expiresAt }))
  }

  async function makeOne(tx: Tx, user: LinkedUser, purpose: LinkPurpose, now: number) {
    const [link] = await makeMany(tx, [user], purpose, now)
    if (!link) throw new Error('A link was asked for, and none was made.')
    return link
  }

  return {
    async check(token) {
      const shown = parseBrowserSecret(token)
      const row = shown && (await repository.find(database, shown.id))
      if (!row || !isRight(shown, row.secret_hash)) throw linkUnknown()
      assertUsable(row, clock.now())
      const { purpose, email, organization_name: organizationName, expires_at } = row
      return { purpose, email, organizationName, expiresAt: toIso(expires_at) }
    },

    async take(tx, token) {
      const now = clock.now()
      const shown = parseBrowserSecret(token)
      const row = shown && (await repository.findAndLock(tx, shown.id))
      if (!row || !isRight(shown, row.secret_hash)) throw linkUnknown()
      assertUsable(row, now)
      await repository.markUsed(tx, row.organization_id, shown.id, now)
      return row
    },

    async create(change, userId, purpose) {
      const { tx, principal, now } = change
      const { organizationId } = principal
      if (!isUuid(userId) || !(await repository.lockUser(tx, organizationId, userId))) {
        throw new AppError('user_not_found', 'The organization has no user with this id.')
      }
      await repository.endAllOfUser(tx, organizationId, userId, now)
      const { token, expiresAt } = await makeOne(tx, { organizationId, userId }, purpose, now)
      const target = { type: 'user', id: userId }
      await recordChange(change, { action: 'sign_in_link.create', target, changes: { purpose } })
      return { userId, purpose, url: urlOf(token), expiresAt: toIso(expiresAt) }
    },

    async inviteAll({ tx, principal, now }, userIds) {
      const { organizationId } = principal
      const users = userIds.map((userId) => ({ organizationId, userId }))
      const made = await makeMany(tx, users, 'invitation', now)
      return made.map(({ token, expiresAt }) => ({ url: urlOf(token), expiresAt: toIso(expiresAt) }))
    },

    async createOwnerLink() {
      return database.transaction(async (tx) => {
        const owner = await repository.firstOwner(tx)
        if (!owner) return undefined
        const now = clock.now()
        const { organization_id: organizationId, user_id: userId } = owner
        const target = { type: 'user', id: userId }
        await recordOwnChange(tx, organizationId, now, { action: 'sign_in_link.create', target })
        return (await makeOne(tx, { organizationId, userId }, 'sign-in', now)).token
      })
    },
  }
}

function linkUnknown(): AppError {
  return unauthorized('There is no such link. Perhaps a part of it is missing: copy the whole of it.')
}

function assertUsable({ used_at, expires_at, is_gone }: repository.LinkState, now: number): void {
  if (used_at !== null) throw unauthorized('This link was used already, or was replaced by a newer one.')
  if (expires_at <= now) throw unauthorized('This link is too old. Ask whoever gave it to you for a new one.')
  if (is_gone) throw unauthorized('You are no longer a user of this organization.')
}
