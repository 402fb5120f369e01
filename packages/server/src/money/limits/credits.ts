import { addressOwners } from '../../govern/people/address-owners.ts'
import type { Database } from '../../ground/database/database.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import type { EventStore } from '../../know/events/event-store.ts'
import * as repository from './credit-repository.ts'
import { monthBefore, monthOf } from './month.ts'

export interface Credits {
  /**
   * Counts the waiting days of this month. With an organization, all of its days are counted when it resolves. Resolves
   * with the number of counted days. Continues after a failed day.
   */
  countDue(organizationId?: string | null): Promise<number>
}

interface CreditsOptions {
  readonly database: Database
  readonly events: EventStore
  readonly clock: Clock
  /** Resolves when the generations of days include every stored event. */
  readonly settle: () => Promise<void>
}

/**
 * Counts the credits that users spend, from the same events as analytics: one for each billable token, times the
 * multiplier that the controls give its model.
 *
 * As in analytics, pending work is a state and not a list of jobs: a day of this month is pending if its events or
 * multipliers have changed since it was counted. The whole day is counted again. So repeated, late, replaced and
 * deleted events, and users who become members later, need no special rule.
 */
export function createCredits({ database, events, clock, settle }: CreditsOptions): Credits {
  let tidiedIn = ''

  /** Once a month, deletes usage from before last month, which is never read. */
  async function tidy(now: number): Promise<void> {
    const month = monthOf(now)
    if (month === tidiedIn) return
    await repository.forgetBefore(database, `${monthBefore(month)}-01`)
    tidiedIn = month
  }

  /**
   * Holds no lock while the store works. Resolves with false if another node has counted with a later basis, whose
   * count stays.
   */
  async function countDay(organizationId: string, day: string): Promise<boolean> {
    // Read before the events: a change in between raises it, and the day stays pending.
    const basis = await repository.basis(database, organizationId, day)
    const multipliers = new Map(Object.entries(basis.multipliers ?? {}))
    const tokens = await events.userTokens(organizationId, day, [...multipliers.keys()])
    const spent = tokens.map(({ user, model, billableTokens }) => {
      return { user, billableTokens, multiplier: multipliers.get(model) ?? 1 }
    })
    return database.transaction(async (tx) => {
      if (!(await repository.finish(tx, organizationId, day, basis))) return false
      await repository.replace(tx, organizationId, day, spent, await addressOwners(tx, organizationId))
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
          let isCounted = await countDay(organization_id, day)
          while (!isCounted && organizationId !== null) isCounted = await countDay(organization_id, day)
          if (isCounted) counted++
        } catch (error) {
          failures.push(error)
          // If the store is unavailable for one day, it is unavailable for the next.
          if (error instanceof AppError && error.code === 'unavailable') break
        }
      }
      if (failures.length > 0)
        throw new AggregateError(failures, `The credits of ${failures.length} days are not counted`)
      return counted
    },
  }
}
