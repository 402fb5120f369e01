import type { Database } from '../database/database.ts'
import type { EventStore } from '../events/event-store.ts'
import { addressOwners } from '../people/address-owners.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import * as repository from './credit-repository.ts'
import { monthBefore, monthOf } from './month.ts'

export interface Credits {
  /**
   * Counts the days of this month that wait. Those of one organization are all counted when it resolves; of all
   * organizations, those that another node counts are left to it. Resolves with how many were counted. Continues after
   * one that fails.
   */
  countDue(organizationId?: string | null): Promise<number>
}

interface CreditsOptions {
  readonly database: Database
  readonly events: EventStore
  readonly clock: Clock
  /** Resolves when the generations of days tell of every event that is stored. */
  readonly settle: () => Promise<void>
}

/**
 * Counts the credits that users spend, from the same events as analytics: one for each billable token, times the
 * multiplier that the controls give its model.
 *
 * As for analytics, the work to do is a state and not a list of jobs: a day of this month whose events or multipliers
 * have changed since it was counted. The day is counted anew as a whole, so events that come twice, late or in another
 * version, that are deleted, or whose user becomes a member later, need no rule of their own.
 */
export function createCredits({ database, events, clock, settle }: CreditsOptions): Credits {
  let tidiedIn = ''

  /** Nobody asks for what was used before last month. Once a month is enough to forget it. */
  async function tidy(now: number): Promise<void> {
    const month = monthOf(now)
    if (month === tidiedIn) return
    await repository.forgetBefore(database, `${monthBefore(month)}-01`)
    tidiedIn = month
  }

  /** False when another node is at it. */
  function countDay(organizationId: string, day: string, wait: boolean): Promise<boolean> {
    return database.transaction(async (tx) => {
      if (!(await repository.lock(tx, organizationId, day, wait))) return false
      // Read before the events: whatever changes in between raises it, and the day stays to be counted.
      const basis = await repository.basis(tx, organizationId, day)
      const multipliers = new Map(Object.entries(basis.multipliers ?? {}))
      const tokens = await events.userTokens(organizationId, day, [...multipliers.keys()])
      const spent = tokens.map(({ user, model, billableTokens }) => {
        return { user, billableTokens, multiplier: multipliers.get(model) ?? 1 }
      })
      await repository.replace(tx, organizationId, day, spent, await addressOwners(tx, organizationId))
      await repository.finish(tx, organizationId, day, basis)
      return true
    })
  }

  return {
    async countDue(organizationId = null) {
      const now = clock.now()
      if (organizationId === null) await tidy(now)
      await settle()
      const due = await repository.due(database, `${monthOf(now)}-01`, organizationId)
      const failures: unknown[] = []
      let counted = 0
      for (const { organization_id, day } of due) {
        try {
          if (await countDay(organization_id, day, organizationId !== null)) counted++
        } catch (error) {
          failures.push(error)
          // What cannot be reached for one day cannot be reached for the next either.
          if (error instanceof AppError && error.code === 'unavailable') break
        }
      }
      if (failures.length > 0)
        throw new AggregateError(failures, `The credits of ${failures.length} days are not counted`)
      return counted
    },
  }
}
