import { chmod, mkdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Controls } from '../govern/controls/service.ts'
import type { Config } from '../ground/config/settings.ts'
import type { Database } from '../ground/database/database.ts'
import type { Clock } from '../ground/platform/clock.ts'
import type { Hints } from '../ground/platform/hints.ts'
import { type Ids, isUuid } from '../ground/platform/ids.ts'
import type { Lifecycle } from '../ground/platform/lifecycle.ts'
import type { Log } from '../ground/platform/log.ts'
import { replaceFile } from '../ground/platform/replace-file.ts'
import { startHost } from '../run/managed/host.ts'
import { readEnvFile } from '../run/managed/read-env-file.ts'

/** The directory of this node's managed computers, and its identity across restarts. */
export interface Host {
  readonly id: string
  readonly maxComputers: number
  readonly directory: string
  readonly env: Readonly<Record<string, string>>
}

export async function openHost(config: Config, ids: Ids): Promise<Host | undefined> {
  if (config.MUSTER_MANAGED_COMPUTERS === 'off') return undefined
  const directory = resolve(config.MUSTER_DATA_DIR, 'managed')
  const env = readEnvFile(config.MUSTER_MANAGED_ENV_FILE)
  await mkdir(directory, { recursive: true })
  if (process.getuid?.() === 0) await letThrough(config.MUSTER_DATA_DIR, directory)
  const file = join(directory, 'host.id')
  const known = (await readFile(file, 'utf8').catch(() => '')).trim()
  const id = isUuid(known) ? known : ids.uuid()
  if (id !== known) await replaceFile(file, `${id}\n`)
  return { id, directory, env, maxComputers: config.MUSTER_MAX_MANAGED_COMPUTERS }
}

/** Lets the accounts of computers pass through to their own folders, without listing these directories. */
async function letThrough(...directories: readonly string[]): Promise<void> {
  for (const directory of directories) await chmod(directory, ((await stat(directory)).mode & 0o777) | 0o011)
}

interface Parts {
  readonly config: Config
  readonly database: Database
  readonly controls: Controls
  readonly hints: Hints
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly version: string
  /** The URL under which computers of this host reach the service. */
  readonly serviceUrl: string
}

export function runManagedComputers(host: Host | undefined, parts: Parts, lifecycle: Lifecycle): void {
  if (!host) return
  const { config, ...rest } = parts
  const running = startHost({
    ...rest,
    hostId: host.id,
    directory: host.directory,
    env: host.env,
    agent: config.MUSTER_MANAGED_AGENT,
    mustConfine: config.MUSTER_MANAGED_COMPUTERS === 'confined',
    isAlone: config.DATABASE_URL === undefined,
  })
  lifecycle.onClose('managed computers', () => running.stop())
}
