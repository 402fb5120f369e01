import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import { connectDatabase, type Database } from '../src/ground/database/database.ts'
import { openDuckDbStore } from '../src/know/events/duckdb/open-duckdb-store.ts'
import type { TestServer } from '../src/testing/test-server.ts'

const log = pino({ level: 'silent' })

/** Connections of the test's own to the database of a server. They are closed after everything that is opened later. */
export function ownDatabase({ databaseUrl }: Pick<TestServer, 'databaseUrl'>, maxConnections: number): Database {
  const database = connectDatabase({ connection: { connectionString: databaseUrl }, maxConnections, log })
  onTestFinished(() => database.close())
  return database
}

/** An empty store of usage events. It is removed when the test is over. */
export async function ownEventStore(options: { now?: () => number } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-events-'))
  const store = await openDuckDbStore({ dataDir, log, ...options })
  onTestFinished(async () => {
    await store.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  return store
}
