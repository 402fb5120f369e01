import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'

/** The processes of the embedded Postgres of a data directory: each works in the directory of its cluster. */
export async function postgresOf(dataDir: string): Promise<number[]> {
  const cluster = join(dataDir, 'postgres')
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(pids.map(async (pid) => ((await cwdOf(pid)) === cluster ? [pid] : [])))
  return found.flat()
}

export async function postmasterOf(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n', 1)[0])
  return pid > 0 && isAlive(pid) ? pid : undefined
}

/** Postgres processes that serve a connection. */
export async function backendsOf(dataDir: string): Promise<number[]> {
  const pids = await postgresOf(dataDir)
  const titles = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return pids.filter((_, index) => /postgres: muster\w* muster/.test(titles[index] ?? ''))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Sends a signal to a process that may be gone. */
export function signal(pid: number | undefined, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function cwdOf(pid: number): Promise<string | undefined> {
  return readlink(`/proc/${pid}/cwd`).catch(() => undefined)
}
