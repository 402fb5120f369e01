import type { Database } from '../../database/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { dayOf } from '../../platform/days.ts'
import type { Lifecycle } from '../../platform/lifecycle.ts'
import type { Log } from '../../platform/log.ts'
import * as quality from '../../quality/data-quality.ts'
import * as repository from './open-day-repository.ts'
import { touch } from './repository.ts'

interface OpenDay {
  readonly organizationId: string
  readonly day: string
  /** Resolves when the database has stored that the day is open. */
  opened: Promise<unknown>
  /** Events that are being written to the store. */
  underWay: number
  /** The store has events that the database does not know of. */
  isChanged: boolean
}

interface OpenDaysOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
}

/** Days are raised at most this long after their events, or when somebody asks for it. */
const raiseAfterMs = 1_000

export interface OpenDays {
  /**
   * Runs `store` while the database knows that these days get events. `store` resolves with the number of added events.
   */
  whileOpen<T>(organizationId: string, days: ReadonlySet<string>, store: () => Promise<Stored<T>>): Promise<T>
  /** Resolves when the database knows of everything that was stored before the call. */
  settle(): Promise<void>
  /** Marks the days that a dead service left open. Call it before events are accepted. */
  raiseLeft(): Promise<void>
  /** Closes every day. Call it when no event is being written. */
  close(): Promise<void>
}

interface Stored<T> {
  readonly added: number
  readonly result: T
}

/**
 * The days that are not over and get events. Marking a day for every delivery would cost a flush of the database
 * besides that of the store. So the database learns once, before the first event, that a day is open, and its
 * generation is raised a moment after events were stored. Nobody computes a day before it is over, and everybody who
 * asks for its state calls `settle` first. After a crash, the next service raises the days that were left open.
 *
 * This works only for a store with one process: of several, none could tell which days another left behind.
 */
export function createOpenDays({ database, clock, log }: OpenDaysOptions): OpenDays {
  const known = new Map<string, OpenDay>()
  /** The number of added events that the database does not know of, by organization. */
  const accepted = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let raising: Promise<void> = Promise.resolve()

  async function open(organizationId: string, days: readonly string[]): Promise<OpenDay[]> {
    const unknown = days.filter((day) => !known.has(keyOf(organizationId, day)))
    if (unknown.length > 0) {
      const opened = repository.open(database, organizationId, unknown)
      for (const day of unknown) {
        known.set(keyOf(organizationId, day), { organizationId, day, opened, underWay: 0, isChanged: false })
      }
      opened.catch(() => {
        for (const day of unknown) known.delete(keyOf(organizationId, day))
      })
    }
    const entries = days.flatMap((day) => known.get(keyOf(organizationId, day)) ?? [])
    for (const entry of entries) entry.underWay++
    try {
      await Promise.all(entries.map(({ opened }) => opened))
    } catch (error) {
      for (const entry of entries) entry.underWay--
      throw error
    }
    return entries
  }

  /** Raises changed days, and closes those that are over. After a failure everything is done again. */
  async function raise(): Promise<void> {
    const now = clock.now()
    const all = [...known.values()]
    const changed = all.filter(({ isChanged }) => isChanged)
    const over = all.filter(({ day, underWay }) => underWay === 0 && day < dayOf(now))
    const counts = new Map(accepted)
    accepted.clear()
    for (const entry of changed) entry.isChanged = false
    for (const { organizationId, day } of over) known.delete(keyOf(organizationId, day))
    const work = Map.groupBy(new Set([...changed, ...over]), ({ organizationId }) => organizationId)
    if (work.size === 0) return
    try {
      await database.transaction(async (tx) => {
        for (const organizationId of [...work.keys()].sort()) {
          const ofOrganization = (some: readonly OpenDay[]) =>
            some.flatMap((entry) => (entry.organizationId === organizationId ? [entry.day] : []))
          await touch(tx, organizationId, new Set(ofOrganization(changed)), now)
          const count = counts.get(organizationId) ?? 0
          await quality.add(tx, organizationId, dayOf(now), [{ kind: 'accepted', reason: '', count }])
          const closed = ofOrganization(over)
          if (closed.length > 0) await repository.close(tx, organizationId, closed)
        }
      })
    } catch (error) {
      for (const entry of changed) entry.isChanged = true
      for (const entry of over) known.getOrInsert(keyOf(entry.organizationId, entry.day), entry)
      for (const [organizationId, count] of counts) add(accepted, organizationId, count)
      throw error
    }
  }

  function settle(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    raising = raising.catch(() => undefined).then(raise)
    return raising
  }

  function settleSoon(): void {
    timer ??= setTimeout(() => {
      settle().catch((error: unknown) => {
        log.warn({ err: error }, 'days could not be marked, which will be tried again')
        settleSoon()
      })
    }, raiseAfterMs).unref()
  }

  return {
    async whileOpen(organizationId, days, store) {
      const entries = await open(organizationId, [...days].sort())
      try {
        const { added, result } = await store()
        add(accepted, organizationId, added)
        return result
      } finally {
        // Also after a failure: some events may be stored.
        for (const entry of entries) {
          entry.underWay--
          entry.isChanged = true
        }
        settleSoon()
      }
    },
    settle,
    async raiseLeft() {
      const days = await repository.raiseLeft(database, clock.now())
      if (days > 0) log.info({ days }, 'days may have events that nobody has counted; they are looked at again')
    },
    async close() {
      await settle()
      clearTimeout(timer)
      const byOrganization = Map.groupBy(known.values(), ({ organizationId }) => organizationId)
      for (const [organizationId, days] of byOrganization) {
        await repository.close(
          database,
          organizationId,
          days.map(({ day }) => day),
        )
      }
      known.clear()
    },
  }
}

interface NodeOptions extends OpenDaysOptions {
  readonly lifecycle: Lifecycle
  /** This node has the events. */
  readonly isHere: boolean
  /** No other process writes to the store. */
  readonly isAlone: boolean
}

/**
 * The open days of this node, which are closed with it. Undefined if it may have none: then every delivery marks its
 * days.
 */
export async function openDaysOf({ lifecycle, isHere, isAlone, ...options }: NodeOptions) {
  const openDays = createOpenDays(options)
  if (isHere) await openDays.raiseLeft()
  if (!isHere || !isAlone) return { openDays: undefined, settle: async () => undefined }
  lifecycle.onClose('open days', () => openDays.close())
  return { openDays, settle: openDays.settle }
}

function keyOf(organizationId: string, day: string): string {
  return `${day} ${organizationId}`
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}
