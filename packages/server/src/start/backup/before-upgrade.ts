import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import type pg from 'pg'
import type { Config } from '../../ground/config/settings.ts'
import type { Database } from '../../ground/database/database.ts'
import { missingFrom } from '../../ground/database/migrate.ts'
import type { Log } from '../../ground/platform/log.ts'
import { StartRefused } from '../../ground/platform/start-refused.ts'
import { findStore, openStoppedStore } from '../../know/events/open-stopped-store.ts'
import { backupSource } from './backup-source.ts'
import { noProgress } from './progress.ts'
import { type SavedBackup, saveBackup } from './save-backup.ts'
import { writeBackup } from './write-backup.ts'

interface Options {
  readonly config: Config
  readonly connection: pg.ClientConfig
  readonly database: Database
  readonly log: Log
}

const kept = 3
const ownNames = /^before-upgrade-.*\.backup$/

/**
 * Backs up a database, below the data directory, before it is migrated, and keeps the last three of these backups. If
 * the backup fails, nothing is migrated.
 */
export async function backupBeforeUpgrade(options: Options): Promise<void> {
  const { config, database, log } = options
  const { applied, missing } = await missingFrom(database)
  if (applied.length === 0 || missing.length === 0) return
  const directory = join(resolve(config.MUSTER_DATA_DIR), 'backups')
  const file = join(directory, `before-upgrade-${new Date().toISOString().replaceAll(':', '-')}.backup`)
  log.info({ file, migrations: missing.length }, 'Making a backup before the database is migrated')
  const { bytes, events } = await save(options, file).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartRefused(
      `The backup before the upgrade could not be written to ${file}: ${reason}. Nothing was changed. ` +
        'Make room, or make a backup elsewhere and start with MUSTER_UPGRADE_BACKUP=off.',
    )
  })
  log.info({ file, bytes, events }, 'Made a backup before the database is migrated')
  const made = (await readdir(directory)).filter((name) => ownNames.test(name)).sort()
  for (const name of made.slice(0, -kept)) await rm(join(directory, name))
}

async function save({ config, connection, database, log }: Options, file: string): Promise<SavedBackup> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const { MUSTER_DATA_DIR: dataDir } = config
  // A migration does not change events in ClickHouse, and there may be very many.
  const eventsStay = (await findStore(database))?.engine === 'clickhouse'
  const events = eventsStay ? undefined : await openStoppedStore({ database, log, dataDir, clickHouse: undefined })
  try {
    const pieces = new PassThrough()
    const source = await backupSource({ config, connection, events, eventsStay })
    const writing = writeBackup(source, pieces, new AbortController().signal)
    writing.catch((error: Error) => pieces.destroy(error))
    return await saveBackup(pieces, file, noProgress)
  } finally {
    await events?.store.close()
  }
}
