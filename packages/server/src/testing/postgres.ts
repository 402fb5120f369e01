import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { connectDatabase } from '../ground/database/database.ts'
import { startEmbeddedPostgres } from '../ground/database/embedded/embedded-postgres.ts'
import { migrate } from '../ground/database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket directory of the Postgres that all test files share. */
    readonly postgresHost: string
  }
}

/** Copied for every test server, because a copy is much faster than the migrations. */
export const templateDatabase = 'muster'

/** Starts one real Postgres for a whole test run; each test server has a database of its own in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = pino({ level: 'silent' })
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-test-'))
  const onGiveUp = (error: Error) => {
    throw error
  }
  const postgres = await startEmbeddedPostgres({ dataDir, log, onGiveUp })
  const database = connectDatabase({ connection: postgres.connection, maxConnections: 2, log })
  await migrate(database)
  await database.close()
  await adjust(join(dataDir, 'postgres'), postgres.pid)
  project.provide('postgresHost', postgres.connection.host)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Test servers copy databases, which the role of the service may not do, so other roles are admitted without a
 * password. Flushing is off, because nothing is read from this cluster after the run; tests that kill a Postgres start
 * their own.
 */
async function adjust(clusterDir: string, pid: number): Promise<void> {
  await appendFile(join(clusterDir, 'pg_hba.conf'), 'local all all trust\n')
  await writeFile(join(clusterDir, 'local.conf'), 'fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n')
  process.kill(pid, 'SIGHUP')
}
