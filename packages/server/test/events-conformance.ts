import { describe } from 'vitest'
import { dayOf } from '../src/ground/platform/days.ts'
import type { EventStore } from '../src/know/events/event-store.ts'
import type { Fact } from '../src/know/events/usage-event.ts'
import { countsEventsOnce } from './events-conformance-counting.ts'
import { addsUpMoney } from './events-conformance-money.ts'
import { boundsNames } from './events-conformance-names.ts'
import { answersReaders } from './events-conformance-reading.ts'
import { removes } from './events-conformance-removal.ts'
import { followsSessions } from './events-conformance-sessions.ts'
import { keepsValues } from './events-conformance-values.ts'
import { factsFrom, noon, sorted } from './events-samples.ts'

/** The store that is tried. Each test has organizations of its own in it. */
export interface Subject {
  storeOf(): EventStore
  /** A further store of the same kind, with nothing in it. */
  anotherStore(): Promise<EventStore>
  /** The facts of a day, in a fixed order. */
  factsOf(organizationId: string, day?: string): Promise<Fact[]>
}

/** What every engine promises. */
export function conformsToEventStore(name: string, storeOf: () => EventStore, anotherStore: () => Promise<EventStore>) {
  const factsOf = async (organizationId: string, day = dayOf(noon)) =>
    sorted(await factsFrom(storeOf(), organizationId, day))

  describe(name, () => {
    countsEventsOnce({ storeOf, anotherStore, factsOf })
    keepsValues({ storeOf, anotherStore, factsOf })
    answersReaders({ storeOf, anotherStore, factsOf })
    boundsNames({ storeOf, anotherStore, factsOf })
    followsSessions({ storeOf, anotherStore, factsOf })
    addsUpMoney(storeOf)
    removes(storeOf)
  })
}
