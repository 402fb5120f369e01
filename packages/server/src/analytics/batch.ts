import type { Database, Tx } from '../database/database.ts'
import type { EventStore } from '../events/event-store.ts'
import { dayOf } from '../events/usage-event.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import { type ActiveDay, type ActiveUser, computeActivity, type DayCounts, trailingDays } from './activity-rows.ts'
import { addDays, yesterday } from './dates.ts'
import { computeDayInSteps } from './day-rows.ts'
import * as documents from './document-repository.ts'
import { peopleOf } from './people.ts'
import * as repository from './repository.ts'

export type Batch = ReturnType<typeof createBatch>

interface BatchOptions {
  readonly database: Database
  readonly events: EventStore
  readonly clock: Clock
}

/** What is kept of a day for the activity of the days after it. */
interface KeptActivity {
  readonly active: ActiveUser[]
  readonly counts: DayCounts
}

/** A day whose events have stopped coming is computed after this; one that gets more and more, after the second. */
const quietMs = 1_500
const patienceMs = 6_000

/**
 * Turns the events of days that are over into documents.
 *
 * The work to do is not a list of jobs but a state: a day whose generation is ahead of what was computed. So nothing
 * can be lost with a job, and a crash at any point leaves the day as it was, still to be done. An advisory lock keeps
 * nodes from doing the same day at the same time.
 */
export function createBatch({ database, events, clock }: BatchOptions) {
  let quietThrough = ''

  /** False when another node is at it. */
  function computeOneDay(organizationId: string, day: string, wait: boolean): Promise<boolean> {
    return database.transaction(async (tx) => {
      if (!(await repository.lock(tx, `analytics ${organizationId} ${day}`, wait))) return false
      // Read before the facts: events that come in between raise it, and the day stays to be done.
      const state = await repository.generations(tx, organizationId, day)
      if (!state || state.generation <= state.computed_generation) return false
      const facts = await events.facts(organizationId, day)
      const people = peopleOf(await repository.people(tx, organizationId))
      const rows = await gently(computeDayInSteps({ day, facts, people }))
      const activity: KeptActivity = { active: rows.active, counts: rows.counts }
      await documents.putAll(tx, organizationId, [
        { day, kind: 'tokens', body: JSON.stringify(rows.tokens) },
        { day, kind: 'tokens_by_model', body: joined(rows.tokensByModel) },
        { day, kind: 'tools', body: JSON.stringify(rows.tools) },
        { day, kind: 'tools_by_name', body: joined(rows.toolsByName) },
        { day, kind: 'productivity', body: JSON.stringify(rows.productivity) },
      ])
      const userDays = rows.users.map((row) => ({ userId: row.user_id, body: JSON.stringify(row) }))
      await documents.replaceUserDays(tx, organizationId, day, userDays)
      await repository.finish(tx, organizationId, day, {
        generation: state.generation,
        now: clock.now(),
        activity: JSON.stringify(activity),
        following: daysAfter(day, trailingDays.month - 1, yesterday(clock.now())),
      })
      await documents.bump(tx, organizationId)
      return true
    })
  }

  /** Brings the trailing windows of an organization up to date, oldest first. */
  function computeWindows(organizationId: string, wait: boolean): Promise<void> {
    return database.transaction(async (tx) => {
      if (!(await repository.lock(tx, `analytics windows ${organizationId}`, wait))) return
      const today = dayOf(clock.now())
      const first = await repository.firstStale(tx, organizationId, today)
      if (first === null) return
      const from = addDays(first, 1 - trailingDays.month)
      const rows = await repository.lockActivity(tx, organizationId, from, today)
      await writeActivity(tx, organizationId, rows)
    })
  }

  async function writeActivity(tx: Tx, organizationId: string, rows: readonly repository.ActivityRow[]): Promise<void> {
    const days: ActiveDay[] = rows.map((row) => ({ day: row.day, active: keptOf(row).active }))
    const stale = rows.filter((row) => row.activity_stale)
    const texts = stale.flatMap((row) => {
      const windowStart = addDays(row.day, 1 - trailingDays.month)
      const window = days.filter(({ day }) => day >= windowStart && day <= row.day)
      const { activity, activityByClient } = computeActivity({ day: row.day, counts: keptOf(row).counts, window })
      return [
        { day: row.day, kind: 'activity', body: JSON.stringify(activity) },
        { day: row.day, kind: 'activity_by_client', body: joined(activityByClient) },
      ] as const
    })
    await documents.putAll(tx, organizationId, texts)
    const settled = stale.map((row) => row.day)
    await repository.settle(tx, organizationId, settled, clock.now())
    await documents.bump(tx, organizationId)
  }

  /** Finds out what there is to do beside the days that got events. */
  async function prepare(organizationId: string | null): Promise<void> {
    const last = yesterday(clock.now())
    if (last !== quietThrough) {
      await repository.addQuiet(database, last, trailingDays.month - 1)
      quietThrough = last
    }
    for (const identity of await repository.newIdentities(database, organizationId)) {
      const days = await events.daysOf(identity.organization_id, `e:${identity.email_key}`)
      await database.transaction((tx) => repository.settleIdentity(tx, identity, days, clock.now()))
    }
  }

  return {
    /** Does what is due, everywhere. Called again and again; several nodes may do so at once. */
    async runDue(): Promise<number> {
      const now = clock.now()
      const today = dayOf(now)
      await prepare(null)
      const due = await repository.pending(database, {
        today,
        quietSince: now - quietMs,
        waitingSince: now - patienceMs,
        organizationId: null,
      })
      let computed = 0
      const failures = await eachOf(due, async ({ organization_id, day }) => {
        if (await computeOneDay(organization_id, day, false)) computed++
      })
      const stale = await repository.organizationsWithStaleActivity(database, today)
      failures.push(...(await eachOf(stale, ({ organization_id }) => computeWindows(organization_id, false))))
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} could not be computed`)
      return computed
    },

    /** Brings every past day of an organization up to date, now. Resolves with the days that were computed. */
    async refresh(organizationId: string): Promise<string[]> {
      const today = dayOf(clock.now())
      await prepare(organizationId)
      const everything = { today, quietSince: Number.MAX_SAFE_INTEGER, waitingSince: Number.MAX_SAFE_INTEGER }
      const computed: string[] = []
      for (;;) {
        const due = await repository.pending(database, { ...everything, organizationId })
        if (due.length === 0) break
        for (const { day } of due) if (await computeOneDay(organizationId, day, true)) computed.push(day)
      }
      await computeWindows(organizationId, true)
      return computed
    },
  }
}

/** Lets whatever else the service has to do go first at every halt. */
async function gently<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await new Promise(setImmediate)
  }
}

/** One that fails does not keep the others from being done; that nothing can be reached does. */
async function eachOf<T>(list: readonly T[], work: (item: T) => Promise<unknown>): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const item of list) {
    try {
      await work(item)
    } catch (error) {
      failures.push(error)
      if (error instanceof AppError && error.code === 'unavailable') break
    }
  }
  return failures
}

/** Grouped rows as they stand in an array, without its brackets. */
function joined(rows: readonly object[]): string {
  return rows.map((row) => JSON.stringify(row)).join(',')
}

function daysAfter(day: string, count: number, last: string): string[] {
  const days: string[] = []
  for (let next = addDays(day, 1); days.length < count && next <= last; next = addDays(next, 1)) days.push(next)
  return days
}

const nothing: KeptActivity = { active: [], counts: { sessions: 0, messages: 0, userMessages: 0 } }

function keptOf({ activity }: repository.ActivityRow): KeptActivity {
  return (activity as KeptActivity | null) ?? nothing
}
