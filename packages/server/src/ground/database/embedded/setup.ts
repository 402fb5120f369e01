import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostgresBinaries } from './binaries.ts'
import { chooseLaunchers } from './choose-launcher.ts'
import { clusterExists, createCluster, mendCluster, removeDrafts } from './cluster.ts'
import type { Launcher } from './launcher.ts'
import { claimSocket, clearLeftOvers } from './left-overs.ts'
import type { Log } from './log.ts'
import { loadPassword } from './password.ts'
import { prepareLog, rotateLog } from './postgres-log.ts'
import { prepareSocketDirectory, socketDirectoryOf } from './socket-directory.ts'

/** The parameters that stay the same between two starts of Postgres. */
export interface Setup {
  readonly binaries: PostgresBinaries
  readonly launcher: Launcher
  readonly dataDir: string
  readonly clusterDir: string
  readonly socketDir: string
  readonly logFile: string
  readonly password: string
  readonly log: Log
}

/**
 * Prepares the data directory so that Postgres can start: cleans up after an earlier run, creates the cluster on first
 * use, and updates a cluster of an earlier version.
 */
export async function prepareSetup(binaries: PostgresBinaries, givenDataDir: string, log: Log): Promise<Setup> {
  const startedAt = performance.now()
  await mkdir(givenDataDir, { recursive: true })
  // Links and relative paths are resolved once: the path determines the socket's name and identifies processes.
  const dataDir = await realpath(givenDataDir)
  const clusterDir = join(dataDir, 'postgres')
  const socketDir = socketDirectoryOf(dataDir)
  const logFile = join(dataDir, 'postgres.log')

  const { launcher, builder } = await chooseLaunchers(binaries, dataDir, clusterDir)
  await removeDrafts(dataDir)
  const exists = await clusterExists(clusterDir)
  if (exists) await clearLeftOvers({ clusterDir, log })
  await claimSocket({ clusterDir, socketDir })
  const password = await loadPassword(dataDir)
  const options = { binaries, launcher, builder, clusterDir, password }
  if (!exists) await createCluster(options)
  else if ((await mendCluster(options)).wasOpen) {
    log.warn({ clusterDir }, 'The database trusted every process of its account; from now on it asks for a password')
  }
  await prepareSocketDirectory(socketDir, launcher.account)
  await prepareLog(logFile, launcher.account)
  await rotateLog(logFile)
  if (!exists) log.debug({ clusterDir, ms: Math.round(performance.now() - startedAt) }, 'Created the embedded database')
  return { binaries, launcher, dataDir, clusterDir, socketDir, logFile, password, log }
}
