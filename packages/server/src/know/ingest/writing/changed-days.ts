import type { Database } from '../../../ground/database/database.ts'
import type { Clock } from '../../../ground/platform/clock.ts'
import { dayOf } from '../../../ground/platform/days.ts'
import type { Log } from '../../../ground/platform/log.ts'
import type { AppendResult } from '../../events/event-store.ts'
import * as quality from '../../quality/data-quality.ts'
import { touch } from './repository.ts'

export interface ChangedDays {
  /**
   * Notes which days were stored. Resolves at once, or when the database knows them: if other nodes share the store, or if a
   * day is over, which nobody may call complete any more.
   */
  note(organizationId: string, results: readonly AppendResult[]): Promise<void>
  /** Makes days due, even if they have no new events. */
  reopen(organizationId: string, days: ReadonlySet<string>): Promise<unknown>
  /** Resolves when the database knows everything that was noted before the call. */
  settle(): Promise<void>
}

interface ChangedDaysOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  /** True if several nodes write to the store; each request then waits until all nodes know its events. */
  readonly isShared: boolean
}

/**
 * The longest time between storing events and writing their days to the database, if the sender does not wait for it.
 */
const tellAfterMs = 1_000

/**
 * Records in the database which days have events that were not computed yet. That happens after the store has flushed
 * them, so no lock is held while the store works. If the process dies in between, `reconcile.ts` finds the days in the
 * store.
 *
 * Concurrent requests share one statement. A day is computed only when it is over.
 */
export function createChangedDays({ database, clock, log, isShared }: ChangedDaysOptions): ChangedDays {
  /** Added events by organization and day; 0 for a day on which events were only replaced. */
  let noted = new Map<string, Map<string, number>>()
  let timer: NodeJS.Timeout | undefined
  let telling: Promise<void> = Promise.resolve()

  async function tell(): Promise<void> {
    if (noted.size === 0) return
    const taken = noted
    noted = new Map()
    const now = clock.now()
    try {
      await database.transaction(async (tx) => {
        // Sorted, to avoid deadlocks between nodes.
        for (const [organizationId, days] of [...taken].sort(([one], [other]) => (one < other ? -1 : 1))) {
          const computed = await touch(tx, organizationId, new Set(days.keys()), now)
          const sum = (some: Iterable<readonly [string, number]>) =>
            [...some].reduce((total, [, count]) => total + count, 0)
          const late = sum([...days].filter(([day]) => computed.has(day)))
          await quality.add(tx, organizationId, dayOf(now), [
            { kind: 'accepted', reason: '', count: sum(days) },
            { kind: 'late', reason: '', count: late },
          ])
        }
      })
    } catch (error) {
      for (const [organizationId, days] of taken) for (const [day, count] of days) add(organizationId, day, count)
      throw error
    }
  }

  function add(organizationId: string, day: string, count: number): void {
    const days = noted.get(organizationId) ?? new Map<string, number>()
    days.set(day, (days.get(day) ?? 0) + count)
    noted.set(organizationId, days)
  }

  function settle(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    telling = telling.catch(() => undefined).then(tell)
    return telling
  }

  function settleSoon(): void {
    timer ??= setTimeout(() => {
      settle().catch((error: unknown) => {
        log.warn({ err: error }, 'changed days could not be told to the database, which is tried again')
        settleSoon()
      })
    }, tellAfterMs).unref()
  }

  return {
    async note(organizationId, results) {
      const today = dayOf(clock.now())
      let isOver = false
      for (const { days, addedByDay } of results) {
        for (const day of days) {
          add(organizationId, day, addedByDay.get(day) ?? 0)
          isOver ||= day < today
        }
      }
      settleSoon()
      if (isShared || isOver) await settle()
    },
    reopen: (organizationId, days) => touch(database, organizationId, days, clock.now()),
    settle,
  }
}
