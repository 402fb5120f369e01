import type { Person } from '@muster/demo/people'
import type { Database } from '../../ground/database/database.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { Credits } from '../../money/limits/credits.ts'
import type { Limits } from '../../money/limits/service.ts'

interface LimitOptions {
  readonly database: Database
  readonly clock: Clock
  readonly credits: Credits
  readonly limits: Limits
}

/** The used shares of people's limits: one person is over the limit, some are near it. */
const shares = [1.12, 0.97, 0.93, 0.81, 0.6, 0.42, 0.2]

/** The limit of everybody until their usage is known. */
const trialLimit = 2_000_000_000

/** The limit early in a month, when there is no usage yet. */
const usualLimit = 20_000_000

/** Sets credit limits that fit people's usage of this month, unless there are limits already. */
export async function setLimits(options: LimitOptions, principal: Principal, people: readonly Person[]): Promise<void> {
  const { database, clock, credits, limits } = options
  const { users: before } = await limits.list(principal, { limit: '100' })
  if (before.some(({ limit }) => limit !== trialLimit)) return
  const set = (users: { email: string; limit: number }[]) =>
    database.transaction((tx) => limits.set({ tx, principal, now: clock.now() }, { users }))
  if (before.length === 0) await set(people.map(({ email }) => ({ email, limit: trialLimit })))
  await credits.countDue(principal.organizationId)
  const { users } = await limits.list(principal, { limit: '100' })
  const usedBy = new Map(users.map(({ email, used }) => [email, used]))
  await set(
    people.map(({ email }, index) => {
      const share = shares[index] ?? 1
      const used = usedBy.get(email) ?? 0
      if (used > 0) return { email, limit: rounded(used / share) }
      return { email, limit: share > 1 ? 0 : usualLimit }
    }),
  )
}

/** Rounds to three digits, as people choose such numbers. */
function rounded(limit: number): number {
  return Number(limit.toPrecision(3))
}
