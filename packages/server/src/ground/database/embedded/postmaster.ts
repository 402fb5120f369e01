import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPidFile } from './pid-file.ts'
import { lastLines, logSize } from './postgres-log.ts'
import { clusterName, endPostgres, listPostgresOf, SHUTDOWN_PATIENCE, sendSignal } from './postgres-process.ts'
import type { Setup } from './setup.ts'
import { SOCKET_PORT } from './socket-directory.ts'

/** One run of Postgres, from readiness to exit. */
export interface Postmaster {
  readonly pid: number
  readonly clusterDir: string
  /** Resolves when the process has ended, with its exit code or the name of the signal. */
  readonly exited: Promise<number | string>
  isGone(): boolean
}

const READY_POLL_MS = 5
const STILL_STARTING_MS = 10_000

/** How long a start is retried while backends of a killed postmaster still hold its shared memory. */
const SHARED_MEMORY_PATIENCE_MS = 15_000
const BACKEND_PATIENCE = { SIGINT: 2_000, SIGQUIT: 2_000, SIGKILL: 2_000 }

/**
 * Starts Postgres and resolves when it accepts connections. There is no time limit while the process lives: recovery
 * after a crash may take minutes, and an interrupted recovery starts over. `signal` stops the wait.
 */
export async function startPostmaster(setup: Setup, signal?: AbortSignal): Promise<Postmaster> {
  const deadline = performance.now() + SHARED_MEMORY_PATIENCE_MS
  while (true) {
    const logOffset = await logSize(setup.logFile)
    const postmaster = await spawnPostmaster(setup)
    if (await becomesReady(setup, postmaster, signal)) return postmaster

    const output = await lastLines(setup.logFile, logOffset)
    const heldByBackends = output.includes('pre-existing shared memory block')
    if (!heldByBackends || performance.now() > deadline || signal?.aborted) {
      throw new Error(
        `Postgres did not start (${await postmaster.exited}); the end of ${setup.logFile} says:\n${output}`,
      )
    }
    await endBackends(setup.clusterDir)
  }
}

/** Fast shutdown with a checkpoint. A postmaster that hangs is killed, which costs a recovery at the next start. */
export async function stopPostmaster({ pid, clusterDir, exited, isGone }: Postmaster): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (isGone()) return
    // Backends that hang do not notice that their postmaster has ended. The next start would wait for them.
    const frozen = signal === 'SIGKILL' ? await listPostgresOf(clusterDir) : []
    for (const each of [pid, ...frozen]) sendSignal(each, signal)
    if (await Promise.race([exited.then(() => true), sleep(SHUTDOWN_PATIENCE[signal], false, { ref: false })])) return
  }
  throw new Error(`Postgres (process ${pid}) cannot be stopped.`)
}

async function spawnPostmaster({ binaries, launcher, clusterDir, socketDir, logFile }: Setup): Promise<Postmaster> {
  // Postgres itself writes to the file: a pipe would break if this process died, and the log of an orphan would be
  // lost.
  const log = await open(logFile, 'a')
  try {
    const child = launcher.spawn(
      binaries.postgres,
      [
        ...['-D', clusterDir, '-k', quoted(socketDir), '-p', String(SOCKET_PORT)],
        ...['-c', 'listen_addresses=', '-c', 'unix_socket_permissions=0700'],
        ...['-c', `cluster_name=${clusterName(clusterDir)}`],
      ],
      // A session of its own: Ctrl-C in a terminal reaches only the server, which then shuts Postgres down in order.
      { detached: true, stdio: ['ignore', log.fd, log.fd] },
    )
    let gone = false
    const exited = new Promise<number | string>((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('exit', (code, signal) => {
        gone = true
        resolve(code ?? signal ?? 'unknown')
      })
    })
    if (child.pid === undefined) throw new Error(`Postgres did not start (${await exited}).`)
    return { pid: child.pid, clusterDir, exited, isGone: () => gone }
  } finally {
    await log.close()
  }
}

async function becomesReady(setup: Setup, postmaster: Postmaster, signal?: AbortSignal): Promise<boolean> {
  const { pid } = postmaster
  const abort = () => void stopPostmaster(postmaster)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  try {
    let nextReport = performance.now() + STILL_STARTING_MS
    while (!postmaster.isGone()) {
      const found = await readPidFile(setup.clusterDir)
      if (found?.pid === pid && found.ready) return true
      if (performance.now() > nextReport) {
        setup.log.info({ pid, logFile: setup.logFile }, 'Postgres is still starting')
        nextReport += STILL_STARTING_MS
      }
      await sleep(READY_POLL_MS)
    }
    return false
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

/** The setting is a list of directories, in which a path with a comma or a space must be quoted. */
function quoted(directory: string): string {
  return `"${directory.replaceAll('"', '""')}"`
}

/** Ends the remaining processes of a killed postmaster: idle backends end by themselves, busy ones are interrupted. */
async function endBackends(clusterDir: string): Promise<void> {
  const pids = await listPostgresOf(clusterDir)
  await Promise.all(pids.map((pid) => endPostgres(clusterDir, pid, BACKEND_PATIENCE)))
}
