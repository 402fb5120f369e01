import { dayMs, dayOf } from '../../../ground/platform/days.ts'
import type { EventStore } from '../../events/event-store.ts'
import type { UsageEvent } from '../../events/usage-event.ts'

interface Count {
  /** The number of events in the store when it was last queried. */
  known: number | undefined
  /** The number of events admitted since then. */
  since: number
}

/** The store is queried only after this many events of a user and day, which few users reach. */
const fewEvents = 1_000
const maxCounts = 100_000

/**
 * Admits a limited number of events of one user on one day, approximately. It queries the store only for users with
 * thousands of events; events admitted in between, and by other nodes, may come on top.
 */
export class UserDayBound {
  readonly #counts = new Map<string, Count>()
  readonly #events: Pick<EventStore, 'countOfUser'>
  readonly #most: number
  readonly #untilAsked: number

  constructor(events: Pick<EventStore, 'countOfUser'>, most: number) {
    this.#events = events
    this.#most = most
    this.#untilAsked = Math.min(fewEvents, Math.floor(most / 8))
  }

  get most(): number {
    return this.#most
  }

  /** The positions of events that are not admitted: the last ones of a user's day. */
  async refused(organizationId: string, events: readonly UsageEvent[]): Promise<ReadonlySet<number>> {
    const refused = new Set<number>()
    for (const [key, places] of placesByUserDay(organizationId, events)) {
      const first = events[places[0] ?? 0]
      const room = first ? await this.#roomFor(key, organizationId, first, places.length) : 0
      for (const place of places.slice(room)) refused.add(place)
    }
    return refused
  }

  async #roomFor(key: string, organizationId: string, { user, timeMs }: UsageEvent, wanted: number): Promise<number> {
    const count = this.#counts.get(key) ?? { known: undefined, since: 0 }
    this.#keep(key, count)
    const expected = (count.known ?? 0) + count.since + wanted
    const mayPass = count.known === undefined ? expected <= this.#untilAsked : expected <= this.#most
    if (!mayPass) {
      // Queried again before events are refused: many of the admitted events may have been duplicates.
      count.known = await this.#events.countOfUser(organizationId, user, dayOf(timeMs))
      count.since = 0
    }
    const room = Math.max(0, Math.min(wanted, this.#most - (count.known ?? 0) - count.since))
    count.since += room
    return room
  }

  /** The last entry of the map is the most recently used. */
  #keep(key: string, count: Count): void {
    this.#counts.delete(key)
    this.#counts.set(key, count)
    if (this.#counts.size <= maxCounts) return
    for (const oldest of this.#counts.keys()) {
      this.#counts.delete(oldest)
      return
    }
  }
}

/** Events of one user and day are nearly always adjacent. */
function placesByUserDay(organizationId: string, events: readonly UsageEvent[]): Map<string, number[]> {
  const byKey = new Map<string, number[]>()
  let last: { user: string; day: number; places: number[] } | undefined
  for (const [place, { user, timeMs }] of events.entries()) {
    const day = Math.floor(timeMs / dayMs)
    if (last?.user !== user || last.day !== day) {
      const key = `${organizationId} ${day} ${user}`
      const places = byKey.get(key) ?? []
      byKey.set(key, places)
      last = { user, day, places }
    }
    last.places.push(place)
  }
  return byKey
}
