import { appendFile, lchown, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncDirectory } from '../../platform/replace-file.ts'
import { DATABASE_NAME, hasAccess, markAccess, mendedAccess, newAccess, SUPERUSER, writeAccess } from './access.ts'
import { POSTGRES_MAJOR, type PostgresBinaries } from './binaries.ts'
import type { Launchers } from './choose-launcher.ts'
import { type Account, type Launcher, run } from './launcher.ts'
import { SETTINGS_FILE, writeSettings } from './settings.ts'

const DRAFT_PREFIX = 'postgres.new-'

interface ClusterOptions extends Launchers {
  readonly binaries: PostgresBinaries
  readonly clusterDir: string
  /** The password of the service's role. */
  readonly password: string
}

/**
 * Creates a cluster at `clusterDir`.
 *
 * It is built under another name and renamed once it is completely on disk. After a crash, only a draft is left, which
 * the next start removes.
 */
export async function createCluster(options: ClusterOptions): Promise<void> {
  const { clusterDir, launcher, builder } = options
  const dataDir = dirname(clusterDir)
  const draft = await mkdtemp(join(dataDir, DRAFT_PREFIX))
  try {
    await giveTo(builder.account, draft)
    await buildCluster(options, draft)
    await giveTo(launcher.account, draft)
    await rename(draft, clusterDir)
    await syncDirectory(dataDir)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/**
 * Updates an existing cluster to the state that this version creates, while no Postgres runs on it. Returns whether it
 * admitted connections without a password, as clusters of earlier versions do.
 */
export async function mendCluster(options: ClusterOptions): Promise<{ wasOpen: boolean }> {
  const { binaries, clusterDir, launcher, builder, password } = options
  const isMended = await hasAccess(clusterDir, password)
  const wasOpen = !isMended && /^local\s.*\strust\s*$/m.test(await readHba(clusterDir))
  if (!isMended) {
    await requireOwner(clusterDir, builder.account)
    const args = ['--single', '-D', clusterDir, '-c', 'exit_on_error=on', DATABASE_NAME]
    await step(builder, binaries.postgres, args, mendedAccess(password), 'The database could not get its password')
  }
  await requireOwner(clusterDir, launcher.account)
  await writeSettings(clusterDir, launcher.account)
  await writeAccess(clusterDir, launcher.account)
  if (!isMended) await markAccess(clusterDir, password, launcher.account)
  return { wasOpen }
}

async function buildCluster({ binaries, builder, password }: ClusterOptions, directory: string): Promise<void> {
  const failure = `The database could not be created in ${dirname(directory)}`
  // The superuser can never connect: access.ts admits only the service, with its password. Network access is disabled
  // twice, here and by listening on no address. The locale is Postgres's own, so the sort order is the same on every
  // machine and survives an upgrade of the operating system. The last step flushes the files.
  const initdb = [
    `--pgdata=${directory}`,
    `--username=${SUPERUSER}`,
    '--auth-local=reject',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ]
  await step(builder, binaries.initdb, initdb, '', failure)
  const single = ['--single', '-D', directory, '-c', 'exit_on_error=on', 'template1']
  await step(builder, binaries.postgres, single, newAccess(password), failure)
  await appendFile(join(directory, 'postgresql.conf'), `\ninclude '${SETTINGS_FILE}'\n`)
  await writeSettings(directory, builder.account)
  await writeAccess(directory, builder.account)
  await markAccess(directory, password, builder.account)
  await step(builder, binaries.initdb, ['--sync-only', `--pgdata=${directory}`], '', failure)
}

async function step(launcher: Launcher, file: string, args: string[], input: string, failure: string): Promise<void> {
  const { ok, output } = await run(launcher, file, args, input)
  if (!ok) throw new Error(`${failure}; ${basename(file)} said:\n${output}`)
}

/** Removes the draft of a start that was killed while it created a cluster. */
export async function removeDrafts(dataDir: string): Promise<void> {
  const drafts = (await readdir(dataDir)).filter((name) => name.startsWith(DRAFT_PREFIX))
  // An initdb whose server was killed may still write for a moment, so removal is retried.
  for (const name of drafts) {
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 20 })
  }
}

export async function clusterExists(clusterDir: string): Promise<boolean> {
  const version = (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(missing))?.trim()
  if (version === POSTGRES_MAJOR) return true
  if (version !== undefined) {
    throw new Error(
      `The database in ${clusterDir} was made by Postgres ${version} and this Muster brings Postgres ${POSTGRES_MAJOR}: ` +
        `start the Muster that made it, or dump it and restore it into an empty MUSTER_DATA_DIR.`,
    )
  }
  const names = await readdir(clusterDir).catch(missing)
  if (names === undefined || names.length === 0) return false
  throw new Error(
    `${clusterDir} holds files but no database: move it away, or set MUSTER_DATA_DIR to another directory.`,
  )
}

/** Postgres opens only files that its own account owns. */
async function requireOwner(clusterDir: string, account: Account | undefined): Promise<void> {
  const { uid } = await stat(clusterDir)
  if (uid === (account?.uid ?? process.getuid?.())) return
  if (account === undefined) {
    throw new Error(
      `The database in ${clusterDir} belongs to user id ${uid}: start Muster as that user, or change the owner with chown -R.`,
    )
  }
  await giveTo(account, clusterDir)
}

async function giveTo(account: Account | undefined, directory: string): Promise<void> {
  if (account === undefined) return
  const names = await readdir(directory, { recursive: true })
  for (const name of names) await lchown(join(directory, name), account.uid, account.gid)
  // The directory itself comes last. Until its owner is changed, the next start repeats an interrupted change.
  await lchown(directory, account.uid, account.gid)
}

async function readHba(clusterDir: string): Promise<string> {
  return (await readFile(join(clusterDir, 'pg_hba.conf'), 'utf8').catch(missing)) ?? ''
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  if (error.code === 'EACCES') {
    throw new Error(
      `The database cannot be read by this user: start Muster as the user who owns it, or change its owner with chown -R (${error.message}).`,
    )
  }
  throw error
}
