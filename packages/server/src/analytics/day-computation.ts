import type { Database } from '../database/database.ts'
import type { EventStore } from '../events/event-store.ts'
import type { Clock } from '../platform/clock.ts'
import { trailingDays } from './activity-rows.ts'
import { addDays, yesterday } from './dates.ts'
import { computeDay, isSaturated } from './day-rows.ts'
import * as documents from './document-repository.ts'
import * as failures from './failure-repository.ts'
import type { KeptActivity } from './kept-activity.ts'
import { peopleOf } from './people.ts'
import * as repository from './repository.ts'

interface DayOptions {
  readonly database: Database
  readonly events: EventStore
  readonly clock: Clock
}

/** Computes one day of one organization from its events, and stores all of its documents at once. */
export function createDayComputation({ database, events, clock }: DayOptions) {
  /** False when there is nothing to do, or, unless it is told to wait, when somebody else is at it. */
  return (organizationId: string, day: string, wait: boolean): Promise<boolean> =>
    database.transaction(async (tx) => {
      if (!(await repository.lock(tx, `analytics ${organizationId} ${day}`, wait))) return false
      // Read before the facts: events that come in between raise it, and the day stays to be done.
      const state = await repository.generations(tx, organizationId, day)
      if (!state || state.generation <= state.computed_generation) return false
      const facts = await events.facts(organizationId, day)
      const people = peopleOf(await repository.people(tx, organizationId))
      const rows = computeDay({ day, facts, people })
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
        isSaturated: isSaturated(rows),
        following: daysAfter(day, trailingDays.month - 1, yesterday(clock.now())),
      })
      await failures.clear(tx, organizationId, [day])
      await documents.bump(tx, organizationId)
      return true
    })
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
