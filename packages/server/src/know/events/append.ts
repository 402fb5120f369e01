import { groupCommit } from '../../ground/platform/batching/group-commit.ts'
import { dayMs, dayOf } from '../../ground/platform/days.ts'
import { acceptEvent } from './accept-event.ts'
import type { AppendResult } from './event-store.ts'
import { type DayNumber, dayNumberOf, idDayOf, replaces } from './identity.ts'
import type { StoredEvent } from './queries.ts'
import type { UsageEvent } from './usage-event.ts'

/** A group of events in which ids are unique: those of one organization and one `idDayOf`. */
export interface Scope {
  readonly organizationId: string
  readonly idDay: DayNumber
  readonly entries: ReadonlyMap<string, Entry>
}

/** All that is known about one id. */
export interface Entry {
  readonly scope: Scope
  /** The version among the given ones that counts. */
  readonly event: UsageEvent
  /** The stored version that has counted so far. */
  readonly stored: UsageEvent | undefined
  readonly arrivedMs: number
}

/** The engine's part of `append`. Its two functions are never called at the same time. */
export interface Writer {
  /** The stored events with ids of these scopes, each in the version that counts. */
  find(scopes: readonly Scope[]): Promise<readonly StoredEvent[]>
  /** Makes the events of the entries durable. They replace the stored versions. */
  write(entries: readonly Entry[]): Promise<void>
}

interface Pace {
  readonly now: () => number
  /** The approximate number of events in one write. */
  readonly maxEvents: number
  readonly minIntervalMs?: number
  readonly smallSize?: number
}

interface Call {
  readonly organizationId: string
  readonly events: readonly UsageEvent[]
  /** When another store received them, for events that are moved or restored. */
  readonly arrivedMs: readonly number[] | undefined
}

/**
 * `append` for any engine: concurrent calls share a write, and events that are already stored are not written again.
 */
export function createAppend(writer: Writer, { maxEvents, now, ...pace }: Pace) {
  let lastMs = 0

  async function write(calls: readonly Call[]): Promise<AppendResult[]> {
    // A later write always has a later time, so that a reader in between sees that there is something new.
    lastMs = Math.max(lastMs + 1, now())
    const { scopes, shares, entryOf } = gather(calls, lastMs)
    for (const { organizationId, event } of await writer.find(scopes)) {
      const entry = entryOf(organizationId, event)
      if (entry) entry.stored = event
    }
    const changed = scopes.flatMap((scope) => [...scope.entries.values()].filter(isChange))
    if (changed.length > 0) await writer.write(changed)
    return shares.map(resultOf)
  }

  const group = groupCommit({ write, sizeOf: ({ events }: Call) => events.length, maxSize: maxEvents, ...pace })
  return {
    async append(
      organizationId: string,
      events: readonly UsageEvent[],
      arrivedMs?: readonly number[],
    ): Promise<AppendResult> {
      if (events.length === 0) return { duplicates: new Set(), added: 0, addedByDay: new Map(), days: new Set() }
      return group.submit({ organizationId, events: events.map(acceptEvent), arrivedMs })
    },
    idle: group.idle,
  }
}

interface GatheredEntry extends Entry {
  event: UsageEvent
  stored: UsageEvent | undefined
  /** The first call that contains the event. */
  readonly owner: Share
}

interface GatheredScope extends Scope {
  readonly entries: Map<string, GatheredEntry>
}

/** One call's part of a group. */
interface Share {
  readonly entries: GatheredEntry[]
  /** Ids of events that are already in the group. */
  readonly repeated: Set<string>
}

function gather(calls: readonly Call[], nowMs: number) {
  const scopes = new Map<string, Map<DayNumber, GatheredScope>>()
  const scopeOf = (organizationId: string, idDay: DayNumber): GatheredScope => {
    const byDay = scopes.get(organizationId) ?? new Map<DayNumber, GatheredScope>()
    const scope = byDay.get(idDay) ?? { organizationId, idDay, entries: new Map<string, GatheredEntry>() }
    scopes.set(organizationId, byDay.set(idDay, scope))
    return scope
  }
  const shares = calls.map(({ organizationId, events, arrivedMs }): Share => {
    const share: Share = { entries: [], repeated: new Set() }
    let scope: GatheredScope | undefined
    for (const [index, event] of events.entries()) {
      const idDay = idDayOf(event)
      if (scope?.idDay !== idDay) scope = scopeOf(organizationId, idDay)
      const known = scope.entries.get(event.id)
      if (known) {
        share.repeated.add(event.id)
        if (known.owner !== share) share.entries.push(known)
        if (replaces(event, known.event)) known.event = event
      } else {
        const arrived = arrivedMs?.[index] ?? nowMs
        const entry: GatheredEntry = { scope, event, stored: undefined, arrivedMs: arrived, owner: share }
        share.entries.push(entry)
        scope.entries.set(event.id, entry)
      }
    }
    return share
  })
  return {
    scopes: [...scopes.values()].flatMap((byDay) => [...byDay.values()]),
    shares,
    entryOf: (organizationId: string, event: UsageEvent) =>
      scopes.get(organizationId)?.get(idDayOf(event))?.entries.get(event.id),
  }
}

function isChange({ event, stored }: Entry): boolean {
  return stored === undefined || replaces(event, stored)
}

function resultOf(share: Share): AppendResult {
  const duplicates = new Set(share.repeated)
  const days = new Set<DayNumber>()
  const addedByDay = new Map<DayNumber, number>()
  let added = 0
  for (const entry of share.entries) {
    const { event, stored, owner } = entry
    if (stored) duplicates.add(event.id)
    else if (owner === share) {
      const day = dayNumberOf(event.timeMs)
      addedByDay.set(day, (addedByDay.get(day) ?? 0) + 1)
      added++
    }
    if (isChange(entry)) days.add(dayNumberOf(event.timeMs))
  }
  return {
    duplicates,
    added,
    addedByDay: new Map([...addedByDay].map(([day, count]) => [nameOf(day), count])),
    days: new Set([...days].map(nameOf)),
  }
}

function nameOf(day: DayNumber): string {
  return dayOf(day * dayMs)
}
