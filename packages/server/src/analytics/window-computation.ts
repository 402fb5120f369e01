import type { Database } from '../database/database.ts'
import type { Clock } from '../platform/clock.ts'
import { type ActiveDay, computeActivity, trailingDays } from './activity-rows.ts'
import { addDays } from './dates.ts'
import * as documents from './document-repository.ts'
import * as failures from './failure-repository.ts'
import { keptOf } from './kept-activity.ts'
import * as repository from './repository.ts'

interface WindowOptions {
  readonly database: Database
  readonly clock: Clock
}

/** So many days are brought up to date in one step: what they need of the days before them must fit into memory. */
const daysOfStep = 60

/** Brings trailing windows up to date: how many users were active within a week and a month of a day. */
export function createWindowComputation({ database, clock }: WindowOptions) {
  /** Does days from `from` on. Resolves with the last that was done; `undefined` when there are none to do. */
  return (organizationId: string, from: string, today: string, wait: boolean): Promise<string | undefined> =>
    database.transaction(async (tx) => {
      if (!(await repository.lock(tx, `analytics windows ${organizationId}`, wait))) return undefined
      const first = await repository.firstStale(tx, organizationId, from, today)
      if (first === null) return undefined
      const before = [addDays(first, daysOfStep), today].sort()[0] ?? today
      const windowStart = addDays(first, 1 - trailingDays.month)
      const rows = await repository.lockActivity(tx, organizationId, windowStart, before)
      const window: ActiveDay[] = rows.map((row) => ({ day: row.day, active: keptOf(row.activity).active }))
      const stale = rows.filter((row) => row.activity_stale && row.day >= first)
      const texts = stale.flatMap(({ day, activity: kept }) => {
        const { activity, activityByClient } = computeActivity({ day, counts: keptOf(kept).counts, window })
        return [
          { day, kind: 'activity', body: JSON.stringify(activity) },
          { day, kind: 'activity_by_client', body: activityByClient.map((row) => JSON.stringify(row)).join(',') },
        ] as const
      })
      await documents.putAll(tx, organizationId, texts)
      const settled = stale.map(({ day }) => day)
      await repository.settle(tx, organizationId, settled, clock.now())
      await failures.clear(tx, organizationId, settled)
      await documents.bump(tx, organizationId)
      return settled.at(-1)
    })
}
