import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createOwnerKey } from '../govern/keys/owner-key.ts'
import type { Config } from '../ground/config/settings.ts'
import { checkConnection } from '../ground/database/check-connection.ts'
import { connectDatabase, type Database } from '../ground/database/database.ts'
import { findConnection } from '../ground/database/embedded/connection.ts'
import { AppError } from '../ground/platform/app-error.ts'
import { createClock } from '../ground/platform/clock.ts'
import { DataDirectoryInUse } from '../ground/platform/data-directory-lock.ts'
import { Lifecycle } from '../ground/platform/lifecycle.ts'
import type { Log } from '../ground/platform/log.ts'
import { StartRefused } from '../ground/platform/start-refused.ts'
import { lockData, openDatabase } from './open-engines.ts'

export const newOwnerKeyUsage = 'npm start -- new-owner-key <email of the owner> [id of the organization]'

/**
 * Makes a key for an owner who lost theirs. Anybody who can start the service may do so, whether it runs or not. The
 * audit log records it.
 */
export async function newOwnerKey(
  config: Config,
  log: Log,
  { email, organizationId }: { email: string; organizationId: string | undefined },
): Promise<string> {
  const lifecycle = new Lifecycle(log)
  try {
    const database = await reachDatabase(config, log, lifecycle)
    const now = createClock(config.MUSTER_NOW).now()
    const options = organizationId === undefined ? {} : { organizationId }
    return (await database.transaction((tx) => createOwnerKey(tx, email, now, options))).key
  } catch (error) {
    if ((error as { code?: string }).code === '42P01') throw new StartRefused(nothingThere('this database'))
    throw error instanceof AppError && error.code === 'user_not_found' ? new StartRefused(error.message) : error
  } finally {
    await lifecycle.close()
  }
}

async function reachDatabase(config: Config, log: Log, lifecycle: Lifecycle): Promise<Database> {
  const { DATABASE_URL: url, MUSTER_DATA_DIR: dataDir } = config
  const connect = (connection: Parameters<typeof connectDatabase>[0]['connection']) => {
    const database = connectDatabase({ connection, maxConnections: 1, log })
    lifecycle.onClose('database', () => database.close())
    return database
  }
  if (url !== undefined) {
    await checkConnection(url)
    return connect({ connectionString: url })
  }
  await access(join(dataDir, 'postgres')).catch(() => {
    throw new StartRefused(nothingThere(resolve(dataDir)))
  })
  try {
    await lockData(config, log, lifecycle)
  } catch (error) {
    const running = error instanceof DataDirectoryInUse && (await findConnection(dataDir))
    if (running) return connect(running)
    throw error
  }
  const onFatal = (error: Error) => log.error({ err: error }, 'the database was lost')
  return (await openDatabase({ config, log, onFatal }, lifecycle)).database
}

function nothingThere(where: string): string {
  return `There is no organization in ${where} yet. The first npm start makes one, and shows the key of its owner.`
}
