import { access } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Config } from '../ground/config/settings.ts'
import { connectDatabase } from '../ground/database/database.ts'
import { missingFrom } from '../ground/database/migrate.ts'
import { askService } from '../ground/platform/control-socket.ts'
import { DataDirectoryInUse } from '../ground/platform/data-directory-lock.ts'
import { Lifecycle } from '../ground/platform/lifecycle.ts'
import type { Log } from '../ground/platform/log.ts'
import { openStoppedStore } from '../know/events/open-stopped-store.ts'
import { backupSource } from './backup/backup-source.ts'
import { BackupRefused } from './backup/format.ts'
import { countOf, createBackupProgress, sizeOf } from './backup/progress.ts'
import { saveBackup } from './backup/save-backup.ts'
import { writeBackup } from './backup/write-backup.ts'
import { lockData, reachDatabase } from './open-engines.ts'

/**
 * Writes a backup of the installation to a file. A running service makes the backup itself, because only it can open
 * the events. Otherwise this process opens everything, and migrates nothing.
 */
export async function makeBackup(config: Config, log: Log, name: string, output: NodeJS.WriteStream): Promise<void> {
  const file = resolve(name)
  await refuseBadName(file)
  const progress = createBackupProgress(output)
  const running = await askService(config.MUSTER_DATA_DIR, 'backup')
  output.write(running ? `Backing up the running service to ${file}\n` : `Backing up to ${file}\n`)
  const saved = running
    ? await saveBackup(running, file, progress)
    : await withStoppedService(config, log, (pieces) => saveBackup(pieces, file, progress))
  const content = `${countOf(saved.rows, 'row')} and ${countOf(saved.events, 'usage event')}`
  output.write(`Done: ${content} in ${sizeOf(saved.bytes)}. Keep it where only you can read it.\n`)
}

async function refuseBadName(file: string): Promise<void> {
  if (await exists(file)) throw new BackupRefused(`${file} exists already: choose another name.`)
  if (!(await exists(dirname(file)))) throw new BackupRefused(`There is no directory ${dirname(file)}: make it first.`)
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

async function withStoppedService<T>(
  config: Config,
  log: Log,
  use: (pieces: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  const hasDatabase = config.DATABASE_URL !== undefined || (await exists(join(config.MUSTER_DATA_DIR, 'postgres')))
  if (!hasDatabase) throw new BackupRefused(`There is nothing to back up in ${resolve(config.MUSTER_DATA_DIR)}.`)
  const lifecycle = new Lifecycle(log)
  const failing = new AbortController()
  try {
    await lockStopped(config, log, lifecycle)
    const connection = await reachDatabase({ config, log, onFatal: (error) => failing.abort(error) }, lifecycle)
    const database = connectDatabase({ connection, maxConnections: 2, log })
    lifecycle.onClose('database', () => database.close())
    const { applied } = await missingFrom(database)
    if (applied.length === 0) throw new BackupRefused('There is nothing to back up: the database is empty.')
    const { CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: cluster, MUSTER_DATA_DIR: dataDir } = config
    const clickHouse = url === undefined ? undefined : { url, cluster }
    const events = await openStoppedStore({ database, log, dataDir, clickHouse })
    lifecycle.onClose('event store', () => events?.store.close())
    const pieces = new PassThrough()
    const writing = writeBackup(
      await backupSource({ config, connection, events, eventsStay: false }),
      pieces,
      failing.signal,
    )
    writing.catch((error: Error) => pieces.destroy(error))
    const result = await use(pieces)
    await writing
    return result
  } finally {
    failing.abort()
    await lifecycle.close()
  }
}

async function lockStopped(config: Config, log: Log, lifecycle: Lifecycle): Promise<void> {
  try {
    await lockData(config, log, lifecycle)
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error
    throw new BackupRefused('The service is starting or ending just now: try again in a moment.')
  }
}
