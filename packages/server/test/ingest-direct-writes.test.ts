import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { whileEventsPause } from '../src/backup/pause-events.ts'
import type { UsageEvent } from '../src/events/usage-event.ts'
import { claimForRelay } from '../src/ingest/writing/counted-sessions.ts'
import { createEventWriter } from '../src/ingest/writing/event-writer.ts'
import { createOpenDays } from '../src/ingest/writing/open-days.ts'
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
    claim: (session: string, all: readonly UsageEvent[]) =>
      writer.whileClaiming(organizationId, () => claimForRelay(database, events, organizationId, session, all)),
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

  it('are ignored from the moment on when the relay counts their session', async () => {
    const { send, claim, count } = await newWriter()
    await send(event({ session: 'another' }))
    const ofRelay = [event({ session: 'relayed' })]
    expect(await claim('relayed', ofRelay)).toEqual(ofRelay)
    expect(await send(event({ session: 'relayed' }))).toEqual({ added: 0 })
    expect(await count()).toBe(1)
  })

  it('make the relay leave their session to them, even if they are being written just now', async () => {
    const { send, sendHeld, claim } = await newWriter()
    await send(event({ session: 'another' }))
    const { sending, release } = await sendHeld(event({ session: 'told' }))
    const claiming = claim('told', [event({ session: 'told' })])
    release()
    expect(await sending).toEqual({ added: 1 })
    expect(await claiming).toEqual([])
  })

  it('count once if they were imported before', async () => {
    const { send, importHistory, count } = await newWriter()
    await send(event({ session: 'another', user }))
    await importHistory(event({ session: 'imported', user }))
    expect(await send(event({ session: 'imported', user }))).toEqual({ added: 0 })
    expect(await count()).toBe(2)
  })
})
