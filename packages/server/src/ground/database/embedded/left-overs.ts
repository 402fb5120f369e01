import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import type { Log } from './log.ts'
import { disownPidFile, readPidFile, removePidFile } from './pid-file.ts'
import { endPostgres, isPostgresOf } from './postgres-process.ts'
import { socketFile } from './socket-directory.ts'

/**
 * Cleans up after an earlier run: ends a postmaster that outlived its server, and removes stale lock files. The caller
 * holds the lock of the data directory, so every process on this cluster is an orphan.
 */
export async function clearLeftOvers({ clusterDir, log }: { clusterDir: string; log: Log }): Promise<void> {
  const former = await readPidFile(clusterDir)
  if (former !== undefined && (await isPostgresOf(clusterDir, former.pid))) {
    log.warn({ pid: former.pid }, 'Stopping a Postgres that outlived its server')
    await endPostgres(clusterDir, former.pid)
  }

  const stale = await readPidFile(clusterDir)
  if (stale === undefined) await removePidFile(clusterDir)
  else if (isTaken(stale.pid)) {
    log.warn({ pid: stale.pid }, 'Ignoring postmaster.pid: its process is not this Postgres')
    await disownPidFile(clusterDir)
  }
}

/**
 * Throws if a Postgres that is not visible to this process still answers on the socket.
 *
 * Processes of another container are invisible here, and so is its lock on the data directory; the socket file is not.
 * Two postmasters on one cluster would destroy it. A socket without a listener is removed with its lock file.
 */
export async function claimSocket({ clusterDir, socketDir }: { clusterDir: string; socketDir: string }): Promise<void> {
  const file = socketFile(socketDir)
  if (await answers(file)) {
    throw new Error(
      `A Postgres outside this container or machine already uses ${clusterDir}: stop the other Muster, or set MUSTER_DATA_DIR to another directory.`,
    )
  }
  await rm(file, { force: true })
  await rm(`${file}.lock`, { force: true })
}

function answers(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(file)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Whether any process has this pid, by the same check that Postgres makes. */
function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
