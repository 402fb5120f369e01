import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { randomIds } from '../src/ground/platform/ids.ts'
import { createBatch } from '../src/know/analytics/batch.ts'
import { createDeletions } from '../src/know/analytics/deletions.ts'
import type { EventStore } from '../src/know/events/event-store.ts'
import type { UsageEvent } from '../src/know/events/usage-event.ts'
import { createChangedDays } from '../src/know/ingest/writing/changed-days.ts'
import { createEventWriter } from '../src/know/ingest/writing/event-writer.ts'
import type { TestServer } from '../src/testing/test-server.ts'
import { testWorkers } from '../src/testing/test-workers.ts'
import { ownDatabase, ownEventStore } from './own-stores.ts'

/**
 * A batch on the database of a server whose clock stands still, with events that no sender could send. Its own clock is
 * ten seconds ahead, so that for this batch alone every day has been quiet for long enough.
 */
export async function batchWorld(server: TestServer, limits: { memoryMb?: number; timeLimitMs?: number } = {}) {
  const log = pino({ level: 'silent' })
  const database = ownDatabase(server, 4)
  const events = await ownEventStore()
  const workers = testWorkers(limits)
  const clock = { now: server.now }
  const changedDays = createChangedDays({ database, clock, log, isShared: true })
  const { settle } = changedDays
  const writer = createEventWriter({ database, events, clock, changedDays, maxWaiting: 10_000_000 })
  const deletions = (changed: Partial<EventStore> = {}) =>
    createDeletions({ database, events: { ...events, ...changed }, clock, ids: randomIds, log, settle })
  return {
    deletions,
    database,
    events,
    newOrganization: () => randomUUID(),
    write: (organizationId: string, given: readonly UsageEvent[]) =>
      writer.write(organizationId, { events: given, points: [] }),
    /** `changed` replaces functions of the store. */
    batch: (changed: Partial<EventStore> = {}) =>
      createBatch({
        database,
        events: { ...events, ...changed },
        clock: { now: () => server.now() + 10_000 },
        log,
        workers,
        deletions: deletions(changed),
        settle,
      }),
  }
}
