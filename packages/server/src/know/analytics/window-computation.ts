import type { Database, Tx } from '../../ground/database/database.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import { addDays } from '../../ground/platform/days.ts'
import { doJob } from '../../ground/platform/do-job.ts'
import type { Workers } from '../../ground/platform/workers.ts'
import { trailingDays } from './activity-rows.ts'
import * as documents from './document-repository.ts'
import * as failures from './failure-repository.ts'
import { firstDays } from './first-day-repository.ts'
import { memberships } from './membership-repository.ts'
import * as repository from './repository.ts'
import { type WindowDay, windowJob } from './window-job.ts'

interface WindowOptions {
  readonly database: Database
  readonly clock: Clock
  readonly workers: Workers
}

interface WindowOutcome {
  readonly isBusy: boolean
  readonly last: string | undefined
}

/** A step updates this many days, so that the days before them fit into memory. */
const daysOfStep = 60
const daysAtOnce = 5
/** Kept activity up to this size is counted in this process, which takes a few milliseconds. */
const smallCharacters = 64 * 1024

const windowKinds = ['activity', 'activity_by_client', 'adoption'] as const

/** Updates trailing windows: how many users were active within a week and a month of a day. */
export function createWindowComputation({ database, clock, workers }: WindowOptions) {
  async function* read(tx: Tx, organizationId: string, rows: readonly repository.StaleRow[], first: string) {
    for (let at = 0; at < rows.length; at += daysAtOnce) {
      const some = rows.slice(at, at + daysAtOnce)
      const days = some.map(({ day }) => day)
      const texts = new Map(
        (await repository.activityOf(tx, organizationId, days)).map((row) => [row.day, row.activity]),
      )
      for (const { day, activity_stale } of some) {
        yield { day, activity: texts.get(day) ?? null, isWanted: activity_stale && day >= first } satisfies WindowDay
      }
    }
  }

  /**
   * Updates days from `from` on. Resolves with the last updated day, if any, or with `isBusy` if another node does it.
   */
  return (organizationId: string, from: string, today: string, signal: AbortSignal): Promise<WindowOutcome> =>
    database.transaction(async (tx) => {
      if (!(await repository.lock(tx, `analytics windows ${organizationId}`))) return { isBusy: true, last: undefined }
      const first = await repository.firstStale(tx, organizationId, from, today)
      if (first === null) return { isBusy: false, last: undefined }
      const before = [addDays(first, daysOfStep), today].sort()[0] ?? today
      const windowStart = addDays(first, 1 - trailingDays.longest)
      const rows = await repository.lockDays(tx, organizationId, windowStart, before)
      const settled = rows.filter((row) => row.activity_stale && row.day >= first).map(({ day }) => day)
      await documents.remove(tx, organizationId, windowKinds, settled)
      const job = {
        name: 'windows',
        begin: windowJob,
        input: {
          memberships: await memberships(tx, organizationId),
          firstDays: (await firstDays(tx, organizationId, windowStart, before)).map(
            (row) => [row.user_id, row.day] as const,
          ),
        },
        pieces: read(tx, organizationId, rows, first),
        sizeOf: ({ activity }: WindowDay) => activity?.length ?? 0,
        smallSize: smallCharacters,
        signal,
      }
      for await (const output of doJob(workers, job)) await documents.insert(tx, organizationId, output.documents)
      await repository.settle(tx, organizationId, settled, clock.now())
      await failures.clear(tx, organizationId, settled)
      await documents.bump(tx, organizationId)
      return { isBusy: false, last: settled.at(-1) }
    })
}
