import { randomUUID } from 'node:crypto'
import pino from 'pino'
import type { Database } from '../src/ground/database/database.ts'
import type { SentBody } from '../src/ground/platform/inflate.ts'
import type { Principal } from '../src/ground/platform/principal.ts'
import { createEventCount } from '../src/know/analytics/count-events.ts'
import { createBodyReader } from '../src/know/ingest/body-reader.ts'
import { createIngest } from '../src/know/ingest/service.ts'
import { createChangedDays } from '../src/know/ingest/writing/changed-days.ts'
import { createEventWriter } from '../src/know/ingest/writing/event-writer.ts'
import { UserDayBound } from '../src/know/ingest/writing/user-day-bound.ts'
import type { TestServer } from '../src/testing/test-server.ts'
import { testWorkers } from '../src/testing/test-workers.ts'
import { factsFrom } from './events-samples.ts'
import { ownDatabase, ownEventStore } from './own-stores.ts'

/** The ingest of a service whose transactions fail when they are told to, after all their work is done. */
export async function frailIngestOn(server: TestServer) {
  const real = ownDatabase(server, 4)
  const events = await ownEventStore()
  let left = Number.POSITIVE_INFINITY
  const database: Database = {
    ...real,
    transaction: (work) =>
      real.transaction(async (tx) => {
        const result = await work(tx)
        if (left-- === 0) throw new Error('The connection is lost.')
        return result
      }),
  }
  const countEvents = createEventCount(real, events, async () => undefined)
  const clock = { now: server.now }
  const changedDays = createChangedDays({ database, clock, log: pino({ level: 'silent' }), isShared: true })
  const writer = createEventWriter({ database, events, clock, changedDays, maxWaiting: 1_000 })
  const bound = new UserDayBound(events, 1_000)
  const ingest = createIngest({
    database,
    clock,
    writer,
    reader: createBodyReader(testWorkers(), 2 ** 24),
    bound,
    onStored: () => {},
  })
  const { userId } = server.acme.member
  const organizationId = randomUUID()
  // What else a principal has, nothing here asks for.
  const principal = { organizationId, userId, role: 'member', scopes: null, email: 'm@x.test' } as unknown as Principal

  async function attempt(work: Promise<unknown>): Promise<'taken' | 'failed'> {
    return work.then(
      () => 'taken',
      () => 'failed',
    )
  }

  return {
    writer,
    organizationId,
    user: `u:${userId}`,
    events,
    /** `fails`: how many transactions work before one fails. */
    send(body: object, fails = Number.POSITIVE_INFINITY) {
      left = fails
      return attempt(ingest.telemetry(principal, 'metrics', sent(body), 'json'))
    },
    sendEvents(list: readonly object[], fails = Number.POSITIVE_INFINITY) {
      left = fails
      return attempt(ingest.native(principal, 'json', sent(list)))
    },
    accepted: () => countEvents(organizationId),
    restore: () => {
      left = Number.POSITIVE_INFINITY
    },
    async counted(on: string): Promise<number> {
      const facts = await factsFrom(events, organizationId, on)
      return facts.reduce((sum, { quantity }) => sum + quantity, 0)
    },
  }
}

function sent(body: object): SentBody {
  return { bytes: Buffer.from(JSON.stringify(body)), compression: '' }
}
