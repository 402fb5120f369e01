import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { whileEventsPause } from '../src/backup/pause-events.ts'
import type { UsageEvent } from '../src/events/usage-event.ts'
import { createEventWriter } from '../src/ingest/writing/event-writer.ts'
import { keepTurns, remaindersOfSessions } from '../src/ingest/writing/give-way.ts'
import { createOpenDays } from '../src/ingest/writing/open-days.ts'
import { dayOf } from '../src/platform/days.ts'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'
import { event, noon } from './events-samples.ts'
import { ownDatabase, ownEventStore } from './own-stores.ts'

const server = sharedTestServer({ MUSTER_RATE_LIMIT: '0' })
const user = 'u:ada'

/** A writer that is alone with its store, and an organization of its own whose today is that of the samples. */
async function newWriter() {
  const log = pino({ level: 'silent' })
  const connection = { connectionString: server().databaseUrl }
  const real = ownDatabase(server(), 4)
  const store = await ownEventStore()
  let transactions = 0
  const database: typeof real = {
    ...real,
    transaction: (work) => {
      transactions++
      return real.transaction(work)
    },
  }
  let held: { reached: PromiseWithResolvers<void>; release: PromiseWithResolvers<void> } | undefined
  const append: typeof store.append = async (...given) => {
    held?.reached.resolve()
    await held?.release.promise
    return store.append(...given)
  }
  const events = { ...store, append }
  const clock = { now: () => noon }
  // Days are opened and raised beside the count of transactions.
  const openDays = createOpenDays({ database: real, clock, log })
  const writer = createEventWriter({ database, events, clock, openDays, maxWaiting: 1_000 })
  onTestFinished(() => openDays.close())
  const organizationId = randomUUID()
  return {
    writer,
    organizationId,
    connection,
    send: (...all: UsageEvent[]) => writer.write(organizationId, { events: all, points: [] }),
    importHistory: (...all: UsageEvent[]) =>
      writer.write(organizationId, { events: all, points: [], importedBy: [user] }),
    /** What counts of a turn that the relay told, as far as is known now. */
    relay: async (session: string, all: readonly UsageEvent[]) => {
      const turn = { session, turnId: 'turn', beganMs: noon, endedMs: noon, events: all }
      await writer.whileClaiming(organizationId, () => keepTurns(database, organizationId, [turn]))
      const told = new Map([[session, { fromMs: noon, toMs: noon }]])
      return remaindersOfSessions({ database, store: events, organizationId, isFirst: true }, told)
    },
    transactionsOf: async (work: () => Promise<unknown>) => {
      const before = transactions
      await work()
      return transactions - before
    },
    /** Sends events that stay on their way to the store until they are released. */
    sendHeld: async (...all: UsageEvent[]) => {
      const { reached, release } = { reached: Promise.withResolvers<void>(), release: Promise.withResolvers<void>() }
      held = { reached, release }
      const sending = writer.write(organizationId, { events: all, points: [] })
      await reached.promise
      held = undefined
      return { sending, release: release.resolve }
    },
    count: () => store.count(),
    stored: (session: string) => store.eventsOfSessions(organizationId, [session], dayOf(noon)),
  }
}

const waitingWriters = `select count(*)::int as value from pg_stat_activity
  where wait_event_type = 'Lock' and query like 'lock table analytics_days in row exclusive mode%'`

describe('events of today, where one process writes', () => {
  it('are stored without asking Postgres once it is known that there is nothing to ask', async () => {
    const { send, transactionsOf, count } = await newWriter()
    expect(await transactionsOf(() => send(event()))).toBe(1)
    expect(await transactionsOf(() => send(event(), event()))).toBe(0)
    expect(await count()).toBe(3)
  })

  it('are not written while both stores are to stand still', async () => {
    const { writer, connection, send, sendHeld, count } = await newWriter()
    await send(event())
    const underWay = await sendHeld(event())
    const begun = Promise.withResolvers<void>()
    const pause = Promise.withResolvers<void>()
    onTestFinished(() => pause.resolve())
    const steps: string[] = []
    const pausing = writer.whilePausing(() =>
      whileEventsPause(connection, async () => {
        steps.push(`pause with ${await count()}`)
        begun.resolve()
        await pause.promise
        steps.push(`end with ${await count()}`)
      }),
    )
    underWay.release()
    await Promise.all([underWay.sending, begun.promise])
    const later = send(event()).then(() => steps.push('later'))
    const waiting = async () => (await rowsOf(server().databaseUrl, waitingWriters))[0]?.value
    await expect.poll(waiting).toBe(1)
    pause.resolve()
    await Promise.all([pausing, later])
    expect(steps).toEqual(['pause with 2', 'end with 2', 'later'])
  })

  it('take the place of what the relay tells, from the moment on when it tells that', async () => {
    const { writer, organizationId, send, relay, stored } = await newWriter()
    await send(event({ session: 'another' }))
    const ofRelay = [event({ session: 'relayed' })]
    const left = await relay('relayed', ofRelay)
    expect(left).toEqual(ofRelay)
    await writer.write(organizationId, { events: left, points: [], isOfRelay: true })
    expect(await send(event({ session: 'relayed', quantity: 3 }))).toEqual({ added: 1 })
    expect((await stored('relayed')).map(({ quantity }) => quantity).sort()).toEqual([0, 3])
  })

  it('do so even if they are being written just now', async () => {
    const { send, sendHeld, relay } = await newWriter()
    await send(event({ session: 'another' }))
    const { sending, release } = await sendHeld(event({ session: 'told' }))
    const left = relay('told', [event({ session: 'told' })])
    release()
    expect(await sending).toEqual({ added: 1 })
    expect(await left).toEqual([])
  })

  it('count once if they were imported before', async () => {
    const { send, importHistory, count } = await newWriter()
    await send(event({ session: 'another', user }))
    await importHistory(event({ session: 'imported', user }))
    expect(await send(event({ session: 'imported', user }))).toEqual({ added: 0 })
    expect(await count()).toBe(2)
  })
})
