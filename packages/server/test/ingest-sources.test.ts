import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { dayOf } from '../src/ground/platform/days.ts'
import type { UsageEvent } from '../src/know/events/usage-event.ts'
import { createChangedDays } from '../src/know/ingest/writing/changed-days.ts'
import { createEventWriter } from '../src/know/ingest/writing/event-writer.ts'
import { remaindersOfSessions } from '../src/know/ingest/writing/give-way.ts'
import { insertRelayed } from '../src/know/ingest/writing/relayed-repository.ts'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { event, noon } from './events-samples.ts'
import { ownDatabase, ownEventStore } from './own-stores.ts'

const server = sharedTestServer({ MUSTER_RATE_LIMIT: '0' })
const user = 'u:ada'
const session = 'shared'

/** Two nodes that write to one store, of which one can be stopped before its events reach the store or after that. */
async function twoNodes() {
  const database = ownDatabase(server(), 4)
  const store = await ownEventStore()
  const clock = { now: () => noon }
  const organizationId = randomUUID()
  const stops = { before: async () => {}, after: async () => {} }
  const newWriter = (events: typeof store) => {
    const changedDays = createChangedDays({ database, clock, log: pino({ level: 'silent' }), isShared: true })
    return createEventWriter({ database, events, clock, changedDays, maxWaiting: 1_000 })
  }
  const append: typeof store.append = async (...given) => {
    await stops.before()
    const result = await store.append(...given)
    await stops.after()
    return result
  }
  const [stoppable, free] = [newWriter({ ...store, append }), newWriter(store)]
  const turn = (events: readonly UsageEvent[]) => ({ session, turnId: 'turn', beganMs: noon, endedMs: noon, events })
  return {
    organizationId,
    send: (...events: UsageEvent[]) => stoppable.write(organizationId, { events, points: [] }),
    importHistory: (...events: UsageEvent[]) => free.write(organizationId, { events, points: [], importedBy: [user] }),
    relay: async (...events: UsageEvent[]) => {
      await insertRelayed(database, organizationId, turn(events))
      const told = new Map([[session, { fromMs: noon, toMs: noon }]])
      const left = await remaindersOfSessions({ database, store, organizationId, isFirst: true }, told)
      await free.write(organizationId, { events: left, points: [], isOfRelay: true })
    },
    /** Runs `other` while what `send` sends stands still at this place. */
    async during(place: 'before' | 'after', sending: () => Promise<unknown>, other: () => Promise<unknown>) {
      const [reached, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      stops[place] = async () => {
        stops[place] = async () => {}
        reached.resolve()
        await release.promise
      }
      const done = sending()
      await reached.promise
      await other()
      release.resolve()
      await done
    },
    /** How often the session's work counts. */
    counted: async () => {
      const stored = await store.eventsOfSessions(organizationId, [session], dayOf(noon))
      return stored.reduce((sum, { quantity }) => sum + quantity, 0)
    },
  }
}

const told = () => event({ session, user })

describe.each(['before', 'after'] as const)('telemetry that stands still %s it is in the store', (place) => {
  it('counts once with what the relay tells meanwhile', async () => {
    const { send, relay, during, counted } = await twoNodes()
    await during(
      place,
      () => send(told()),
      () => relay(told()),
    )
    expect(await counted()).toBe(1)
  })

  it('counts once with what its user imports meanwhile', async () => {
    const { send, importHistory, during, counted } = await twoNodes()
    await during(
      place,
      () => send(told()),
      () => importHistory(told()),
    )
    expect(await counted()).toBe(1)
  })

  it('counts once with both', async () => {
    const { send, importHistory, relay, during, counted } = await twoNodes()
    await during(
      place,
      () => send(told()),
      async () => {
        await relay(told())
        await importHistory(told())
      },
    )
    expect(await counted()).toBe(1)
  })
})

describe('the same work', () => {
  it.each([
    ['send', 'importHistory'],
    ['importHistory', 'send'],
    ['send', 'relay'],
    ['relay', 'send'],
    ['relay', 'importHistory'],
    ['importHistory', 'relay'],
  ] as const)('counts once by %s and then by %s, also when each comes again', async (first, second) => {
    const node = await twoNodes()
    const [one, other] = [told(), told()]
    for (const _ of [1, 2]) {
      await node[first](one)
      await node[second](other)
      expect(await node.counted()).toBe(1)
    }
  })

  it('of two sessions counts twice', async () => {
    const { send, importHistory, counted } = await twoNodes()
    await send(told())
    await importHistory(event({ session: 'another', user }))
    expect(await counted()).toBe(1)
  })
})
