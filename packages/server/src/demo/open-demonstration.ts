import type { Analytics } from '../analytics/service.ts'
import type { Database } from '../database/database.ts'
import type { Principal } from '../organizations/principal.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import { StartRefused } from '../platform/start-refused.ts'
import type { Users } from '../users/service.ts'
import { demoSeed } from './demo-days.ts'
import { type Person, peopleOf } from './people.ts'
import * as repository from './repository.ts'

/** The organization has events that are not made up. */
export class DemoRefused extends StartRefused {
  override readonly name = 'DemoRefused'

  constructor() {
    super(
      'This organization has usage events of its own, and the demonstration must not be mixed with them. ' +
        'Choose an empty directory: MUSTER_DATA_DIR=./demo npm start -- --demo',
    )
  }
}

interface Demonstration {
  /** Who the people and events come from: an owner. */
  readonly principal: Principal
  readonly people: number
  readonly seed: string
  readonly loadedThrough: string | undefined
}

interface OpenOptions {
  readonly database: Database
  readonly clock: Clock
  readonly users: Users
  readonly analytics: Analytics
}

/** Makes the organization one for demonstration, with its people, unless it is one already. */
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
    if (dataQuality.acceptedEvents > 0) throw new DemoRefused()
    await create(options, principal)
  }
  const seed = known?.seed ?? demoSeed
  return { principal, people: peopleOf(seed).length, seed, loadedThrough: known?.loaded_through ?? undefined }
}

/** The mark and the people appear together, before the first event. */
async function create({ database, clock, users }: OpenOptions, principal: Principal): Promise<void> {
  await database.transaction(async (tx) => {
    await repository.insert(tx, principal.organizationId, demoSeed)
    const change = { tx, principal, now: clock.now() }
    for (const person of peopleOf(demoSeed)) {
      await users.invite(change, invitationOf(person)).catch((error: unknown) => {
        // Somebody with that address is a member already and plays the part.
        if (!(error instanceof AppError && error.code === 'email_taken')) throw error
      })
    }
  })
}

function invitationOf({ email, role, firstName, lastName, team }: Person) {
  return { email, role, firstName, lastName, metadata: { team: team.name } }
}
