import type { Database } from '../../../ground/database/database.ts'
import type { Clock } from '../../../ground/platform/clock.ts'
import { dayOf } from '../../../ground/platform/days.ts'
import type { Hints } from '../../../ground/platform/hints.ts'
import type { Log } from '../../../ground/platform/log.ts'
import { repeat } from '../../../ground/platform/repeat.ts'
import { tellFailure } from '../../../ground/platform/tell-failure.ts'
import type { EventStore } from '../../events/event-store.ts'
import * as repository from './reconcile-repository.ts'
import { touch } from './repository.ts'
import { rememberStored } from './total-keeper.ts'

interface ReconcileOptions {
  readonly database: Database
  readonly events: EventStore
  readonly clock: Clock
  readonly log: Log
  /** Stores the increases of running totals that the store lacks. */
  readonly settleTotals: () => Promise<void>
}

/** Clocks of nodes differ, and a write takes its time before it is flushed. */
const marginMs = 5 * 60_000

/**
 * Makes the database agree with the event store, which holds every acknowledged event. The database may lack what a
 * process had not recorded when it died, or what was lost in a failover or a restore. It reads the events that arrived
 * since the last run recorded in the database; if that record was lost too, it reads further back.
 *
 * Days whose mark in the store differs from the computed one become due again. Running totals continue from the points
 * in the store; points that arrived before that are corrected.
 */
export function createReconcile({ database, events, clock, log, settleTotals }: ReconcileOptions) {
  return async function reconcile(): Promise<number> {
    const now = clock.now()
    const sinceMs = (await repository.reconciledAt(database)) - marginMs
    const today = dayOf(now)
    const changed = await events.changedSince(sinceMs)
    let found = 0
    for (const [organizationId, days] of Map.groupBy(changed, (one) => one.organizationId)) {
      const marks = await repository.computedMarks(
        database,
        organizationId,
        days.map(({ day }) => day),
      )
      const due = new Set<string>()
      for (const { day } of days) {
        const computed = marks.get(day)
        // A day that is not over has no mark; only its credits are counted again.
        if (day >= today) due.add(day)
        else if (computed !== 'pending' && computed !== (await events.mark(organizationId, day))) due.add(day)
      }
      await touch(database, organizationId, due, now)
      found += due.size
    }
    for await (const { organizationId, events: points } of events.pointsSince(sinceMs)) {
      await rememberStored(database, organizationId, points)
    }
    await settleTotals()
    await repository.noteReconciled(database, now)
    if (found > 0) log.info({ days: found }, 'days have events that nobody has counted; they are computed')
    return found
  }
}

const everyMs = 60 * 60_000
/** How often to check whether the next run is due or the connection was lost. */
const lookMs = 2_000

/**
 * Reconciles at the start, once an hour, and after the connection to the database was lost, because it may now lead to
 * another server that lacks some changes. `first` resolves after the first attempt.
 */
export function scheduleReconcile({ hints, ...options }: ReconcileOptions & { readonly hints: Hints }) {
  const reconcile = createReconcile(options)
  let nextMs = 0
  const forget = hints.subscribe(({ kind }) => {
    if (kind === 'missed') nextMs = 0
  })
  const first = Promise.withResolvers<void>()
  const runs = repeat({
    async work() {
      if (performance.now() < nextMs) return
      nextMs = performance.now() + everyMs
      await reconcile().finally(() => first.resolve())
    },
    onFailure(error) {
      nextMs = 0
      tellFailure(
        options.log,
        'what the event store has could not be compared with the database; it is tried again',
        error,
      )
    },
    pauseMs: () => lookMs,
  })
  return {
    first: first.promise,
    async stop() {
      forget()
      await runs.stop()
    },
  }
}
