import type { FailingDay } from '@muster/contract/analytics-status'
import type { Database } from '../../ground/database/database.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import { type Clock, toIso } from '../../ground/platform/clock.ts'
import type { Log } from '../../ground/platform/log.ts'
import { WorkerLost } from '../../ground/platform/worker-process.ts'
import type { EventStore } from '../events/event-store.ts'
import * as repository from './failure-repository.ts'

/** The pause after the first failure of a day; each further failure doubles it. */
const pauseMs = 60_000
const longestPauseMs = 6 * 60 * 60 * 1000

interface FailingDaysOptions {
  readonly database: Database
  readonly events: EventStore
  readonly clock: Clock
  readonly log: Log
}

/** Remembers days that cannot be computed, so that they are reported and retried with growing pauses. */
export function createFailingDays({ database, events, clock, log }: FailingDaysOptions) {
  /** Throws the error if the store is unavailable: an outage is not the fault of the day and is not recorded. */
  async function assertReachable(error: unknown): Promise<void> {
    if (!(error instanceof AppError && error.code === 'unavailable')) return
    try {
      await Promise.all([database.ping(), events.ping()])
    } catch {
      throw error
    }
  }

  return {
    /** Rethrows the error if it is an outage. */
    async remember(organizationId: string, day: string, error: unknown): Promise<FailingDay | undefined> {
      await assertReachable(error)
      // Errors of workers are sentences for people. Other errors may name internals that owners must not see.
      const reason = error instanceof WorkerLost ? error.message : 'It failed for a reason that the log tells.'
      const failed = { reason, now: clock.now(), pauseMs, longestPauseMs }
      const row = await repository.add(database, organizationId, day, failed)
      const told = {
        err: error,
        organizationId,
        day,
        failures: row?.failures,
        nextTryAt: row && toIso(row.next_try_at),
      }
      log.error(told, 'a day of analytics cannot be computed and will be tried again')
      return row && toFailing(row)
    },
  }
}

export function toFailing(row: repository.FailureRow): FailingDay {
  return {
    day: row.day,
    reason: row.failure,
    failures: row.failures,
    failedAt: toIso(row.failed_at),
    nextTryAt: toIso(row.next_try_at),
  }
}
