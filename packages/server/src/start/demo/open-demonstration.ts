import { earliestDay } from '@muster/contract/analytics'
import { demoSeed } from '@muster/demo/demo-days'
import { type Person, peopleOf } from '@muster/demo/people'
import type { Users } from '../../govern/users/service.ts'
import type { Database } from '../../ground/database/database.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import { dayMs } from '../../ground/platform/days.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import { StartRefused } from '../../ground/platform/start-refused.ts'
import type { Analytics } from '../../know/analytics/service.ts'
import * as repository from './repository.ts'

/** The organization has real data. */
export class DemoRefused extends StartRefused {
  override readonly name = 'DemoRefused'

  constructor() {
    super(
      'This organization is not empty, and made-up people must not be mixed with what is real. ' +
        'Start the demonstration in a directory of its own: MUSTER_DATA_DIR=./data-demo npm start -- --demo',
    )
  }
}

interface Demonstration {
  /** The owner who creates the people and events. */
  readonly principal: Principal
  readonly people: number
  readonly seed: string
  readonly loadedThrough: string | undefined
  readonly toldThrough: string | undefined
}

interface OpenOptions {
  readonly database: Database
  readonly users: Users
  readonly analytics: Analytics
}

/** Turns the organization into a demonstration with its people, unless it is one already. */
export async function openDemonstration(options: OpenOptions): Promise<Demonstration> {
  const { database, analytics } = options
  const owner = await repository.firstOwner(database)
  const principal: Principal = {
    organizationId: owner.organization_id,
    userId: owner.user_id,
    email: owner.email,
    role: 'owner',
    apiKeyId: null,
    scopes: null,
    expiresAtMs: null,
    address: '127.0.0.1',
    requestId: 'demo',
  }
  const known = await repository.find(database, principal.organizationId)
  if (!known) {
    const { dataQuality } = await analytics.status(principal)
    const isUsed = dataQuality.acceptedEvents > 0 || (await repository.isUsed(database, principal.organizationId))
    if (isUsed) throw new DemoRefused()
    await create(options, principal)
  }
  const seed = known?.seed ?? demoSeed
  const [loadedThrough, toldThrough] = [known?.loaded_through ?? undefined, known?.told_through ?? undefined]
  return { principal, people: peopleOf(seed).length, seed, loadedThrough, toldThrough }
}

/** The mark and the people are created in one transaction, before the first event. */
async function create({ database, users }: OpenOptions, principal: Principal): Promise<void> {
  await database.transaction(async (tx) => {
    await repository.insert(tx, principal.organizationId, demoSeed)
    for (const person of peopleOf(demoSeed)) {
      const change = { tx, principal, now: invitedAt(person) }
      await users.invite(change, invitationOf(person)).catch((error: unknown) => {
        // A person with that address is already a member and takes the role.
        if (!(error instanceof AppError && error.code === 'email_taken')) throw error
      })
    }
  })
}

function invitationOf({ email, role, firstName, lastName, team }: Person) {
  return { email, role, firstName, lastName, metadata: { team: team.name } }
}

/** Invitations are spread over the days before the first events, so that the audit log is in the order of time. */
function invitedAt({ index }: Person): number {
  return Date.parse(`${earliestDay}T00:00:00Z`) - 10 * dayMs + index * (dayMs / 15)
}
