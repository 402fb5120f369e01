import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The contents of a postmaster's `postmaster.pid`. */
interface PidFile {
  readonly pid: number
  readonly ready: boolean
  /** True if it is shutting down, once all clients have left or were disconnected. */
  readonly stopping: boolean
}

const STATUS_LINE = 7

/** Reads `postmaster.pid`; undefined if there is none, or none that names a process. */
export async function readPidFile(clusterDir: string): Promise<PidFile | undefined> {
  const lines = (await readFile(pidFile(clusterDir), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  const status = lines[STATUS_LINE]?.trim()
  return { pid, ready: status === 'ready', stopping: status === 'stopping' }
}

/** Removes the file. Only correct if it names no process at all, as after a crash of the file system. */
export async function removePidFile(clusterDir: string): Promise<void> {
  await rm(pidFile(clusterDir), { force: true })
}

/**
 * Makes Postgres treat the file as stale although a process with its pid exists.
 *
 * Postgres takes the pid of its own parent for a stale one, so our pid is written over the first line. The rest stays:
 * it names the shared memory of the former postmaster, by which Postgres notices backends that still use the cluster.
 * Removing the file would remove that safeguard.
 */
export async function disownPidFile(clusterDir: string): Promise<void> {
  const [, ...rest] = (await readFile(pidFile(clusterDir), 'utf8')).split('\n')
  await writeFile(pidFile(clusterDir), [process.pid, ...rest].join('\n'))
}

function pidFile(clusterDir: string): string {
  return join(clusterDir, 'postmaster.pid')
}
