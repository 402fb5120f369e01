import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 10

/** How long each step of a shutdown may take before the next one: fast, immediate, by force. */
interface Patience {
  readonly SIGINT: number
  readonly SIGQUIT: number
  readonly SIGKILL: number
}

/**
 * A checkpoint of everything in memory takes seconds on a slow disk; a process that needs longer hangs. An unfinished
 * shutdown costs no more than a recovery at the next start. The sum is shorter than the time that containers get to
 * end.
 */
export const SHUTDOWN_PATIENCE: Patience = { SIGINT: 10_000, SIGQUIT: 3_000, SIGKILL: 3_000 }

/** The longest time of a whole shutdown, with a second to spare. */
export const LONGEST_SHUTDOWN_MS = 17_000

/** The cluster name that backends show in the process list. */
export function clusterName(clusterDir: string): string {
  return `muster-${createHash('sha256').update(clusterDir).digest('hex').slice(0, 12)}`
}

/**
 * Whether this pid is a live Postgres process of this cluster, and not a zombie or another program with the same pid.
 *
 * The working directory of every Postgres process is the cluster's directory. Root in a container may not be able to
 * read that of another account's process, so the command line, which is readable by all, is the fallback.
 */
export async function isPostgresOf(clusterDir: string, pid: number): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const args = commandLine.split('\0')
  const isPostgres = basename(args[0] ?? '') === 'postgres' || commandLine.startsWith('postgres: ')
  if (!isPostgres) return false

  const cluster = await stat(clusterDir, { bigint: true })
  const workingDirectory = await stat(`/proc/${pid}/cwd`, { bigint: true }).catch(() => undefined)
  if (workingDirectory !== undefined)
    return workingDirectory.dev === cluster.dev && workingDirectory.ino === cluster.ino
  return args[args.indexOf('-D') + 1] === clusterDir || commandLine.startsWith(`postgres: ${clusterName(clusterDir)}: `)
}

/** All live Postgres processes of this cluster, the postmaster and its backends alike. */
export async function listPostgresOf(clusterDir: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const ours = await Promise.all(pids.map((pid) => isPostgresOf(clusterDir, pid)))
  return pids.filter((_, index) => ours[index])
}

/** Ends a Postgres process of this cluster that is not our child; throws if even SIGKILL does not end it. */
export async function endPostgres(clusterDir: string, pid: number, patience = SHUTDOWN_PATIENCE): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!(await isPostgresOf(clusterDir, pid))) return
    sendSignal(pid, signal)
    const deadline = performance.now() + patience[signal]
    while (performance.now() < deadline) {
      if (!(await isPostgresOf(clusterDir, pid))) return
      await sleep(POLL_MS)
    }
  }
  throw new Error(
    `A former Postgres (process ${pid}) still uses ${clusterDir} and cannot be stopped: end it and start again.`,
  )
}

/** Sends a signal. It is no error if the process has already ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
