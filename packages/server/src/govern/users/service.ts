import type { Role } from '@muster/contract/enumerations'
import type { InviteUser, OrganizationUser, UpdateUser } from '@muster/contract/organization'
import type { Pagination } from '@muster/contract/pagination'
import type { Invitation } from '@muster/contract/sign-in-link'
import type { Database, Tx } from '../../ground/database/database.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import { type Ids, isUuid } from '../../ground/platform/ids.ts'
import { oldestFirst } from '../../ground/platform/keyset.ts'
import { type PageQuery, parsePage, toPage } from '../../ground/platform/page.ts'
import { type Principal, seesAll } from '../../ground/platform/principal.ts'
import type { Change } from '../audit/change.ts'
import { changedFields, recordChange } from '../audit/service.ts'
import type { Links } from '../browser-sessions/links.ts'
import { endBrowserAccess } from '../browser-sessions/service.ts'
import type { Controls } from '../controls/service.ts'
import { endAccessOfUser } from '../keys/service.ts'
import type { WaysIn } from '../keys/ways-in.ts'
import { furtherAddresses } from '../people/further-addresses.ts'
import { createInvitePeople, quotaReached } from './invite-people.ts'
import * as repository from './repository.ts'
import { toWire } from './to-wire.ts'

export interface Users {
  list(principal: Principal, query: PageQuery): Promise<{ users: OrganizationUser[]; pagination: Pagination }>
  me(principal: Principal): Promise<OrganizationUser>
  invite(change: Change, body: InviteUser): Promise<OrganizationUser>
  /** Invites all people of a list, one a line, or nobody: the error names every faulty line. */
  invitePeople(change: Change, list: string): Promise<Invitation[]>
  update(change: Change, userId: string, body: UpdateUser): Promise<OrganizationUser>
  remove(change: Change, userId: string): Promise<void>
}

interface UsersOptions {
  database: Database
  ids: Ids
  controls: Controls
  waysIn: WaysIn
  links: Links
  /** Called when a person is removed, to end what other parts keep for that person. */
  alsoEnd: (change: Change, userId: string) => Promise<void>
  /** How many users an organization may have. */
  maxPerOrganization: number
}

export function createUsers(options: UsersOptions): Users {
  const { database, ids, controls, waysIn, alsoEnd, maxPerOrganization } = options
  return {
    invitePeople: createInvitePeople(options),

    async list(principal, query) {
      const onlyId = (await seesEverybody(principal)) ? null : principal.userId
      const name = `users:${principal.organizationId}:${onlyId ?? 'all'}`
      const { limit, after } = parsePage(name, query, oldestFirst)
      const rows = await repository.list(database, principal.organizationId, {
        onlyId,
        after,
        limit: limit + 1,
      })
      const page = toPage(name, limit, rows, (row) => [row.created_at, row.id])
      return { users: page.rows.map(toWire), pagination: page.pagination }
    },

    async me(principal) {
      return toWire(await getUser(database, principal.organizationId, principal.userId))
    },

    async invite(change, body) {
      const { tx, principal, now } = change
      if ((await repository.userCount(tx, principal.organizationId)) >= maxPerOrganization) {
        throw quotaReached(maxPerOrganization)
      }
      const user = await insertUser(tx, principal.organizationId, now, { id: ids.uuid(), ...body })
      await recordChange(change, {
        action: 'user.invite',
        target: { type: 'user', id: user.id },
        changes: { email: user.email, role: user.role },
      })
      return user
    },

    async update(change, userId, body) {
      const { tx, principal, now } = change
      await waysIn.lock(tx, principal.organizationId)
      const before = await getUser(tx, principal.organizationId, userId)
      const isDemoted = before.role === 'owner' && body.role !== undefined && body.role !== 'owner'
      if (isDemoted) await assertOtherOwner(change)
      const after = await repository.update(tx, principal.organizationId, {
        ...before,
        role: body.role ?? before.role,
        first_name: body.firstName ?? before.first_name,
        last_name: body.lastName ?? before.last_name,
        metadata: body.metadata ?? before.metadata,
      })
      if (before.metadata.team !== after.metadata.team) {
        await repository.noteTeamChange(tx, principal.organizationId, after.id)
      }
      const addresses = new Set(furtherAddresses(before.metadata)).symmetricDifference(
        new Set(furtherAddresses(after.metadata)),
      )
      if (addresses.size > 0) await repository.noteAddressChange(tx, principal.organizationId, [...addresses])
      if (isDemoted) await waysIn.assertOpen(tx, principal.organizationId, now)
      await recordChange(change, {
        action: 'user.update',
        target: { type: 'user', id: after.id },
        changes: changedFields(toWire(before), toWire(after)),
      })
      return toWire(after)
    },

    async remove(change, userId) {
      const { tx, principal, now } = change
      await waysIn.lock(tx, principal.organizationId)
      const user = await getUser(tx, principal.organizationId, userId)
      if (user.role === 'owner') await assertOtherOwner(change)
      await repository.remove(tx, principal.organizationId, userId, now)
      await endAccessOfUser(change, userId)
      await endBrowserAccess(change, userId)
      await alsoEnd(change, userId)
      if (user.role === 'owner') await waysIn.assertOpen(tx, principal.organizationId, now)
      await recordChange(change, {
        action: 'user.remove',
        target: { type: 'user', id: user.id },
        changes: { email: user.email },
      })
    },
  }

  async function seesEverybody(principal: Principal): Promise<boolean> {
    if (seesAll(principal)) return true
    const { restrictMemberVisibility } = await controls.inForce(database, principal.organizationId)
    return restrictMemberVisibility !== true
  }
}

interface NewUser {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly firstName?: string
  readonly lastName?: string
  readonly metadata?: Record<string, unknown>
  /** Set if there is no open invitation, because the operator vouches for the person. */
  readonly isAccepted?: boolean
}

export async function insertUser(
  tx: Tx,
  organizationId: string,
  now: number,
  user: NewUser,
): Promise<OrganizationUser> {
  const { isAccepted = false, metadata = {}, ...given } = user
  const person = { ...given, metadata, acceptedAt: isAccepted ? now : null }
  const [row] = await repository.insert(tx, organizationId, [person], now)
  if (!row) throw new AppError('email_taken', `${user.email} is a user of the organization already.`)
  return toWire(row)
}

async function getUser(handle: Database | Tx, organizationId: string, userId: string): Promise<repository.UserRow> {
  const row = isUuid(userId) ? await repository.find(handle, organizationId, userId) : undefined
  if (!row) throw new AppError('user_not_found', 'The organization has no user with this id.')
  return row
}

async function assertOtherOwner({ tx, principal }: Change): Promise<void> {
  if ((await repository.ownerCount(tx, principal.organizationId)) < 2) {
    throw new AppError('last_owner', 'This is the last owner. Make somebody else an owner first.')
  }
}
