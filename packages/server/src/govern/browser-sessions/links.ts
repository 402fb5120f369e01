import type { CreatedLink, LinkInfo, LinkPurpose } from '@muster/contract/sign-in-link'
import type { Database, Tx } from '../../ground/database/database.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import { type Clock, toIso } from '../../ground/platform/clock.ts'
import { type Ids, isUuid } from '../../ground/platform/ids.ts'
import type { Change } from '../audit/change.ts'
import { recordChange, recordOwnChange } from '../audit/service.ts'
import type { Admission } from '../keys/admission.ts'
import { hashSecret } from '../keys/api-key.ts'
import type { Origin } from '../keys/caller.ts'
import { foundUser } from '../keys/found-bearer.ts'
import { unauthorized } from '../keys/unauthorized.ts'
import { formatBrowserSecret, isRight, newBrowserSecret, parseBrowserSecret } from './browser-secret.ts'
import * as repository from './link-repository.ts'

/** One-time links to the sign-in page. */
export interface Links {
  /** Returns the purpose of a link. Callers who know its secret also learn why it does not work. */
  check(token: string, origin: Origin): Promise<LinkInfo>
  /** Returns the user of a link. A link works once: the transaction that takes it must also open the session. */
  take(tx: Tx, token: string, origin: Origin): Promise<repository.LinkRow>
  /** Creates a link and ends earlier links of the user: only the latest one works. */
  create(change: Change, userId: string, purpose: LinkPurpose): Promise<CreatedLink>
  /** Creates links for new members, in their order. The audit log already contains their invitations. */
  inviteAll(
    change: Change,
    userIds: readonly string[],
  ): Promise<readonly { readonly url: string; readonly expiresAt: string }[]>
  /** Creates a link for the first owner and returns its token. For the operator who starts the service. */
  createOwnerLink(): Promise<string | undefined>
}

interface LinksOptions {
  readonly database: Database
  readonly ids: Ids
  readonly clock: Clock
  readonly admission: Admission
  /** The address of the sign-in page. */
  readonly appUrl: string
}

const hourMs = 60 * 60 * 1000

/** An invitation also reaches people on holiday; a link that resets a password is used at once. */
const lifeMs: Readonly<Record<LinkPurpose, number>> = {
  'sign-in': hourMs,
  'password-reset': 24 * hourMs,
  invitation: 7 * 24 * hourMs,
}

interface LinkedUser {
  readonly organizationId: string
  readonly userId: string
}

export function createLinks({ database, ids, clock, appUrl, admission }: LinksOptions): Links {
  /** The token comes after the `#`, so browsers do not send it and no log contains it. */
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

  function assertUsable(row: repository.LinkRow, { address }: Origin): void {
    if (row.used_at !== null) throw unauthorized('This link was used already, or was replaced by a newer one.')
    if (row.is_gone) throw unauthorized('You are no longer a user of this organization.')
    const refusal = admission.refusalOf({ row, key: undefined, endMs: row.expires_at }, address)
    if (refusal?.code === 'unauthorized') {
      throw unauthorized('This link is too old. Ask whoever gave it to you for a new one.')
    }
    if (refusal) throw refusal
  }

  return {
    async check(token, origin) {
      const shown = parseBrowserSecret(token)
      const row = shown && (await repository.find(database, shown.id))
      if (!row || !isRight(shown, row.secret_hash)) throw linkUnknown()
      await admission.assertAdmitted(foundUser(row), origin)
      assertUsable(row, origin)
      const { purpose, email, organization_name: organizationName, expires_at } = row
      return { purpose, email, organizationName, expiresAt: toIso(expires_at) }
    },

    async take(tx, token, origin) {
      const now = clock.now()
      const shown = parseBrowserSecret(token)
      const row = shown && (await repository.findAndLock(tx, shown.id))
      if (!row || !isRight(shown, row.secret_hash)) throw linkUnknown()
      assertUsable(row, origin)
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
