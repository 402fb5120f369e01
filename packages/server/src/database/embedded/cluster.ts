import { appendFile, chown, lchown, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncDirectory } from '../../platform/replace-file.ts'
import { POSTGRES_MAJOR, type PostgresBinaries } from './binaries.ts'
import { type Account, type Launcher, run } from './launcher.ts'
import { SETTINGS_FILE, writeSettings } from './settings.ts'

export const DATABASE_USER = 'muster'
export const DATABASE_NAME = 'muster'

const DRAFT_PREFIX = 'postgres.new-'

/**
 * Makes sure that a complete cluster is at `clusterDir`, and says whether it had to be made.
 *
 * A new cluster is built under another name and renamed into place when every byte of it is on disk. A machine that
 * dies halfway leaves only a draft, which the next start removes.
 */
export async function ensureCluster(binaries: PostgresBinaries, launcher: Launcher, clusterDir: string) {
  const dataDir = dirname(clusterDir)
  await removeDrafts(dataDir)
  if (await clusterExists(clusterDir)) {
    await requireOwner(clusterDir, launcher.account)
    await writeSettings(clusterDir, launcher.account)
    return { created: false }
  }

  const draft = await mkdtemp(join(dataDir, DRAFT_PREFIX))
  try {
    if (launcher.account !== undefined) await chown(draft, launcher.account.uid, launcher.account.gid)
    await buildCluster(binaries, launcher, draft)
    await rename(draft, clusterDir)
    await syncDirectory(dataDir)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
  return { created: true }
}

async function buildCluster(binaries: PostgresBinaries, launcher: Launcher, directory: string): Promise<void> {
  const step = async (file: string, args: string[], input?: string) => {
    const { ok, output } = await run(launcher, file, args, input)
    if (!ok)
      throw new Error(`The database could not be created in ${dirname(directory)}; ${basename(file)} said:\n${output}`)
  }
  // Everyone who reaches the socket is trusted, because its directory is private (see socket-directory.ts); the
  // network is shut twice, here and by listening on no address. Locales are Postgres's own, so that a database
  // sorts alike on every machine and survives an upgrade of the operating system. Syncing is left to the last step.
  await step(binaries.initdb, [
    `--pgdata=${directory}`,
    `--username=${DATABASE_USER}`,
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ])
  const single = ['--single', '-D', directory, '-c', 'exit_on_error=on', 'template1']
  await step(binaries.postgres, single, `CREATE DATABASE ${DATABASE_NAME}\n`)
  await appendFile(join(directory, 'postgresql.conf'), `\ninclude '${SETTINGS_FILE}'\n`)
  await writeSettings(directory, launcher.account)
  await step(binaries.initdb, ['--sync-only', `--pgdata=${directory}`])
}

async function removeDrafts(dataDir: string): Promise<void> {
  const drafts = (await readdir(dataDir)).filter((name) => name.startsWith(DRAFT_PREFIX))
  // An initdb whose server was killed may still be writing for a moment, hence the retries.
  for (const name of drafts) {
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 20 })
  }
}

async function clusterExists(clusterDir: string): Promise<boolean> {
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

/** Postgres opens only what its own account owns. */
async function requireOwner(clusterDir: string, account: Account | undefined): Promise<void> {
  const { uid } = await stat(clusterDir)
  if (uid === (account?.uid ?? process.getuid?.())) return
  if (account === undefined) {
    throw new Error(
      `The database in ${clusterDir} belongs to user id ${uid}: start Muster as that user, or change the owner with chown -R.`,
    )
  }
  const names = await readdir(clusterDir, { recursive: true })
  for (const name of names) await lchown(join(clusterDir, name), account.uid, account.gid)
  // The directory itself comes last: as long as it is not ours, an interrupted change is taken up again.
  await chown(clusterDir, account.uid, account.gid)
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
