import { type ListFault, parseInvitations } from '@muster/contract/invitation-list'
import type { Invitation } from '@muster/contract/sign-in-link'
import { AppError } from '../../ground/platform/app-error.ts'
import type { Ids } from '../../ground/platform/ids.ts'
import type { Change } from '../audit/change.ts'
import { recordChanges } from '../audit/service.ts'
import type { Links } from '../browser-sessions/links.ts'
import * as repository from './repository.ts'
import { toWire } from './to-wire.ts'

interface InvitePeopleOptions {
  readonly ids: Ids
  readonly links: Links
  readonly maxPerOrganization: number
}

/** Invites all people of a list, or nobody: the error names every faulty line. */
export function createInvitePeople({ ids, links, maxPerOrganization }: InvitePeopleOptions) {
  return async (change: Change, list: string): Promise<Invitation[]> => {
    const { tx, principal, now } = change
    const { organizationId } = principal
    const { people, faults } = parseInvitations(list)
    const emailKeys = people.map(({ email }) => email.toLowerCase())
    const taken = new Set(await repository.takenEmails(tx, organizationId, emailKeys))
    const known = people
      .filter((_, index) => taken.has(emailKeys[index] ?? ''))
      .map(({ line, email }) => ({ line, message: `names ${email}, who is a user of the organization already` }))
    const all = [...faults, ...known].toSorted((one, other) => one.line - other.line)
    if (all.length > 0) throw listFaults(all)
    if (people.length === 0) throw listFaults([{ line: 1, message: 'is empty, and so is every other' }])
    if ((await repository.userCount(tx, organizationId)) + people.length > maxPerOrganization) {
      throw quotaReached(maxPerOrganization)
    }
    const invited = people.map(({ team, ...person }) => ({
      ...person,
      id: ids.uuid(),
      metadata: team === undefined ? {} : { team },
    }))
    const rows = await repository.insert(tx, organizationId, invited, now)
    // Another request has invited one of them meanwhile.
    if (rows.length < people.length) {
      throw new AppError('email_taken', 'Somebody else has just invited some of these people. Please try again.')
    }
    const byEmail = new Map(rows.map((row) => [row.email.toLowerCase(), row]))
    const users = emailKeys.flatMap((key) => byEmail.get(key) ?? [])
    const urls = await links.inviteAll(
      change,
      users.map(({ id }) => id),
    )
    await recordChanges(
      change,
      users.map(({ id, email, role }) => ({
        action: 'user.invite',
        target: { type: 'user', id },
        changes: { email, role },
      })),
    )
    return users.flatMap((user, index) => {
      const link = urls[index]
      return link ? [{ user: toWire(user), ...link }] : []
    })
  }
}

export function quotaReached(maxPerOrganization: number): AppError {
  return new AppError(
    'quota_reached',
    `An organization has ${maxPerOrganization} users at the most. Remove some first.`,
  )
}

function listFaults(faults: readonly ListFault[]): AppError {
  const [first] = faults
  const more = faults.length > 1 ? ` And ${faults.length - 1} more; see errors.` : ''
  return new AppError('invalid_request', `Nobody was invited. Line ${first?.line} ${first?.message}.${more}`, {
    errors: faults.map(({ line, message }) => ({ path: `line ${line}`, message })),
  })
}
