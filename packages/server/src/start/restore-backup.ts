import { join, resolve } from 'node:path'
import type pg from 'pg'
import type { Config } from '../ground/config/settings.ts'
import { Lifecycle } from '../ground/platform/lifecycle.ts'
import type { Log } from '../ground/platform/log.ts'
import { replaceFile } from '../ground/platform/replace-file.ts'
import { refuseMarked } from '../know/events/clickhouse/mark.ts'
import { parseNodes } from '../know/events/clickhouse/nodes.ts'
import { openClickHouseStore } from '../know/events/clickhouse/open-clickhouse-store.ts'
import { openDuckDbStore } from '../know/events/duckdb/open-duckdb-store.ts'
import type { EventStore } from '../know/events/event-store.ts'
import { identityOf } from '../know/events/identity-of-directory.ts'
import { connectAlone } from './backup/database-snapshot.ts'
import { eventReader } from './backup/event-rows.ts'
import { BackupRefused } from './backup/format.ts'
import { countOf, createBackupProgress } from './backup/progress.ts'
import { type CheckedBackup, checkBackup } from './backup/read-backup.ts'
import { refuseNewerDatabase, refuseUsedDatabase } from './backup/restore-database.ts'
import { restoreFrames } from './backup/restore-frames.ts'
import { claimEmptyDirectory, emptyDirectory, finishDirectory } from './backup/restore-target.ts'
import { secretToRestore } from './backup/secret-part.ts'
import { lockData, reachDatabase } from './open-engines.ts'

/**
 * Creates an installation from a backup: in an empty data directory, with an empty database if DATABASE_URL is set, and
 * with an empty ClickHouse if CLICKHOUSE_URL is set. The file is checked to its end before anything is created. A later
 * failure is rolled back; a kill is detected at the next start.
 */
export async function restoreBackup(config: Config, log: Log, name: string, output: NodeJS.WriteStream): Promise<void> {
  const file = resolve(name)
  output.write(`Checking ${file}\n`)
  const backup = await checkBackup(file)
  await refuseNewerDatabase(backup.shape)
  eventReader(backup.header.eventFields)
  const secret = secretToRestore(backup.header.secret, config.MUSTER_SECRET_KEY)
  if (!backup.header.hasEvents && config.CLICKHOUSE_URL === undefined) {
    throw new BackupRefused('The usage events of this backup stayed in ClickHouse: set CLICKHOUSE_URL as it was.')
  }
  const dataDir = resolve(config.MUSTER_DATA_DIR)
  output.write(`Restoring what was backed up on ${backup.header.madeAt} into ${dataDir}\n`)
  const lock = new Lifecycle(log)
  await lockData(config, log, lock)
  try {
    await claimEmptyDirectory(dataDir)
    try {
      await restoreInto(config, log, backup, secret, output)
    } catch (error) {
      await emptyDirectory(dataDir)
      throw error
    }
    await finishDirectory(dataDir)
  } finally {
    await lock.close()
  }
  const rows = Object.values(backup.end.rows).reduce((sum, count) => sum + count, 0)
  output.write(`Done: ${countOf(rows, 'row')} and ${countOf(backup.end.events, 'usage event')}. Start it: npm start\n`)
}

async function restoreInto(
  config: Config,
  log: Log,
  backup: CheckedBackup,
  secret: string | undefined,
  output: NodeJS.WriteStream,
): Promise<void> {
  const { MUSTER_DATA_DIR: dataDir, CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: cluster } = config
  const lifecycle = new Lifecycle(log)
  try {
    const onFatal = (error: Error) => log.error({ err: error }, 'the database was lost')
    const connection = await reachDatabase({ config, log, onFatal }, lifecycle)
    const client = await connectAlone(connection)
    lifecycle.onClose('database', () => client.end())
    await client.query('begin')
    await refuseUsedDatabase(client)
    const store = url ? await openClickHouseStore({ url, cluster, log }) : await openDuckDbStore({ dataDir, log })
    lifecycle.onClose('event store', () => store.close())
    if (backup.header.hasEvents) await refuseUsedStore(store)
    if (url && backup.header.hasEvents) await refuseMarked(parseNodes(url))
    await restoreFrames(backup, client, store, createBackupProgress(output))
    if (backup.header.hasEvents) await takeEventsHere(client, url ? undefined : dataDir)
    if (secret !== undefined) await replaceFile(join(dataDir, 'secret.key'), secret)
    await client.query('commit')
    // Otherwise the first queries would be planned for empty tables.
    await client.query('analyze')
  } finally {
    await lifecycle.close()
  }
}

async function refuseUsedStore(store: EventStore): Promise<void> {
  const count = await store.count()
  if (count === 0) return
  throw new BackupRefused(
    `ClickHouse at CLICKHOUSE_URL already holds ${countOf(count, 'usage event')}: name an empty database there. ` +
      'After a restore that did not finish, drop the table usage_events first.',
  )
}

/** Does not use the statements of this version, because the tables may be of an earlier one. */
async function takeEventsHere(client: pg.Client, dataDir: string | undefined): Promise<void> {
  // A copy is a new installation, so its directory gets a name of its own.
  const noName = async () => undefined
  const row = dataDir === undefined ? ['clickhouse', ''] : ['duckdb', await identityOf(dataDir, noName)]
  await client.query('delete from event_store')
  await client.query('insert into event_store (engine, identity) values ($1, $2)', row)
  // Events may have been added and deleted between the copies of the two stores: the first start compares every day.
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regclass('events_reconciled') is not null as known`,
  )
  if (rows[0]?.known) await client.query('update events_reconciled set at = 0')
}
