import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 10

/** How long a shutdown may take at each step before the next one: orderly, immediate, by force. */
export interface Patience {
  readonly SIGINT: number
  readonly SIGQUIT: number
  readonly SIGKILL: number
}

/**
 * A checkpoint of everything in memory takes seconds on a slow disk; after it only a stuck process remains. What it leaves
 * undone costs a recovery at the next start and nothing else. In all it is shorter than what containers get to end.
 */
export const SHUTDOWN_PATIENCE: Patience = { SIGINT: 10_000, SIGQUIT: 3_000, SIGKILL: 3_000 }

/** How long a whole shutdown takes at the most, with a second for what comes around it. */
export const LONGEST_SHUTDOWN_MS = 17_000

/** The name by which the backends of a cluster show themselves in the process list. */
export function clusterName(clusterDir: string): string {
  return `muster-${createHash('sha256').update(clusterDir).digest('hex').slice(0, 12)}`
}

/**
 * Tells whether this pid is a live Postgres process of this very cluster, and not a zombie or another program that
 * got the same pid.
 *
 * Every Postgres process works in the cluster's directory. Root in a container may not look at the working directory
 * of another account's process; the command line, which everyone may read, then has to do.
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

/** Ends a Postgres process of this cluster that is not our child, or throws when even force does not help. */
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

/** Sends a signal; a process that is gone by now is what the caller wanted anyway. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
