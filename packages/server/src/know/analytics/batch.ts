import { setTimeout as delay } from 'node:timers/promises'
import type { FailingDay } from '@muster/contract/analytics-status'
import type { Database } from '../../ground/database/database.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import { addDays, dayOf } from '../../ground/platform/days.ts'
import type { Log } from '../../ground/platform/log.ts'
import type { Workers } from '../../ground/platform/workers.ts'
import type { EventStore } from '../events/event-store.ts'
import { trailingDays } from './activity-rows.ts'
import { yesterday } from './dates.ts'
import { createDayComputation } from './day-computation.ts'
import type { Deletions } from './deletions.ts'
import { createFailingDays } from './failing-days.ts'
import * as identities from './identity-repository.ts'
import * as repository from './repository.ts'
import { rowsVersion } from './rows-version.ts'
import { createWindowComputation } from './window-computation.ts'

export interface Batch {
  /**
   * Does part of the due work of all organizations. Resolves with the number of computed days, and whether more may be
   * due.
   */
  runDue(): Promise<{ readonly computed: number; readonly isMore: boolean }>
  /**
   * Does all waiting work of an organization now, ignoring its pauses. Each day is computed once, so events that arrive
   * meanwhile are left to the next run. Stops when the signal aborts.
   */
  refresh(organizationId: string, leaving?: AbortSignal): Promise<Refreshed>
  /** Aborts the current work. */
  stop(): void
}

interface BatchOptions {
  readonly database: Database
  readonly events: EventStore
  readonly clock: Clock
  readonly log: Log
  readonly workers: Workers
  readonly deletions: Deletions
  /** Resolves when the generations of days include every stored event. */
  readonly settle: () => Promise<void>
}

interface Refreshed {
  /** The computed days, in no particular order. */
  readonly days: readonly string[]
  readonly failed: readonly FailingDay[]
}

/** A day is computed once no event has come for `quietMs`, or once it has waited for `patienceMs`. */
const quietMs = 1_500
const patienceMs = 6_000

/** The pause before checking again whether another node has finished. */
const pauseMs = 100

const pauseBetweenLooksMs = 10 * 60_000

/** A round computes at most this many days; then the batch checks again which organizations wait. */
const daysOfRound = 50

/**
 * Turns the events of past days into documents.
 *
 * Pending work is not a list of jobs but a state: a day is pending if its generation is ahead of the computed one. So
 * no job can be lost, and after a crash the day is still pending. An advisory lock keeps nodes from computing the same
 * day at once. A failing day is recorded and delays no other.
 */
export function createBatch({ database, events, clock, log, workers, deletions, settle }: BatchOptions): Batch {
  const computeDay = createDayComputation({ database, events, clock, workers })
  const computeWindows = createWindowComputation({ database, clock, workers })
  const failing = createFailingDays({ database, events, clock, log })
  const stopping = new AbortController()
  let quietThrough = ''
  /** When to look for rows of earlier versions again; these exist only after an upgrade. */
  let nextLookMs = 0

  /** Finds work that has other causes than new events. */
  async function prepare(organizationId: string | null): Promise<void> {
    await settle()
    const last = yesterday(clock.now())
    if (last !== quietThrough) {
      await repository.addQuiet(database, last, trailingDays.longest - 1)
      quietThrough = last
    }
    await deletions.carryOutLeft(organizationId)
    for (const identity of await identities.newIdentities(database, organizationId)) {
      try {
        const names = [`e:${identity.email_key}`, ...(identity.user_id === null ? [] : [`u:${identity.user_id}`])]
        const days = await Promise.all(names.map((name) => events.daysOf(identity.organization_id, name)))
        await database.transaction((tx) => identities.settleIdentity(tx, identity, days.flat(), clock.now()))
      } catch (error) {
        log.warn({ err: error, organizationId: identity.organization_id }, 'days of a person are not known yet')
      }
    }
  }

  /** If a day fails, resolves with that day, too. */
  async function windowStep(organizationId: string, from: string, signal: AbortSignal) {
    const today = dayOf(clock.now())
    try {
      return await computeWindows(organizationId, from, today, signal)
    } catch (error) {
      signal.throwIfAborted()
      const day = await repository.firstStale(database, organizationId, from, today)
      return {
        failed: day === null ? undefined : await failing.remember(organizationId, day, error),
        isBusy: false,
        last: undefined,
      }
    }
  }

  return {
    async runDue() {
      const now = clock.now()
      const { signal } = stopping
      await prepare(null)
      const due = await repository.due(database, {
        today: dayOf(now),
        quietSince: now - quietMs,
        waitingSince: now - patienceMs,
        now,
        limit: daysOfRound,
      })
      // Days of an earlier version wait until nothing else is due.
      const looks = due.length === 0 && now >= nextLookMs
      const old = looks ? await repository.withOldRows(database, rowsVersion, now, daysOfRound) : []
      if (looks && old.length === 0) nextLookMs = now + pauseBetweenLooksMs
      let computed = 0
      for (const { organization_id, day } of [...due, ...old]) {
        try {
          if ((await computeDay(organization_id, day, signal)) === 'computed') computed++
        } catch (error) {
          signal.throwIfAborted()
          await failing.remember(organization_id, day, error)
        }
      }
      const stale = await repository.organizationsWithStaleActivity(database, dayOf(now), now)
      let isMore = due.length === daysOfRound || old.length > 0
      for (const { organization_id } of stale) {
        const { last } = await windowStep(organization_id, '', signal)
        if (last !== undefined && last < yesterday(now)) isMore = true
      }
      return { computed, isMore }
    },

    async refresh(organizationId, leaving) {
      const signal = AbortSignal.any([stopping.signal, ...(leaving ? [leaving] : [])])
      await prepare(organizationId)
      const days: string[] = []
      const failed: FailingDay[] = []
      const today = dayOf(clock.now())
      const next = (after: string) => repository.nextPending(database, organizationId, after, today)
      // In order, because a day can reopen later days in which its sessions continue.
      for (let day = await next(''); day !== undefined; day = await next(day)) {
        signal.throwIfAborted()
        try {
          const outcome = await whenFree(signal, () => computeDay(organizationId, day, signal))
          if (outcome === 'computed') days.push(day)
        } catch (error) {
          signal.throwIfAborted()
          failed.push(...[await failing.remember(organizationId, day, error)].flatMap((told) => told ?? []))
        }
      }
      for (let from: string | undefined = ''; from !== undefined; ) {
        signal.throwIfAborted()
        const step = await windowStep(organizationId, from, signal)
        if (step.isBusy) {
          await delay(pauseMs)
          continue
        }
        if ('failed' in step && step.failed) failed.push(step.failed)
        from = step.last === undefined ? undefined : addDays(step.last, 1)
      }
      return { days, failed }
    },

    stop() {
      stopping.abort(new AppError('unavailable', 'The service is ending.', { retryAfterSeconds: 5 }))
    },
  }
}

/**
 * Waits until no other node does the work, then runs it. It polls, because waiting for the lock itself would time out.
 */
async function whenFree<T>(signal: AbortSignal, work: () => Promise<T | 'busy'>): Promise<T> {
  for (;;) {
    const outcome = await work()
    if (outcome !== 'busy') return outcome
    await delay(pauseMs)
    signal.throwIfAborted()
  }
}
