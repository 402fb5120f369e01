import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { password, user } from './events-clickhouse-server.ts'

const run = promisify(execFile)
/** The engine of ClickHouse 26.9 as a library. */
const version = '4.4.0'
const root = join(import.meta.dirname, '../../..')
const environment = join(root, 'node_modules/.cache', `chdb-${version}`)

/**
 * A Python with a current engine of ClickHouse, installed when it is missing and that is possible. A run of continuous
 * integration must have it; elsewhere tests that need it are skipped, and say so.
 */
export async function findChdb(): Promise<string | undefined> {
  const python = join(environment, 'bin/python')
  if (existsSync(python)) return python
  const draft = `${environment}.new-${process.pid}`
  try {
    await run('python3', ['-m', 'venv', draft])
    const wanted = ['--quiet', '--disable-pip-version-check', `chdb==${version}`]
    await run(join(draft, 'bin/python'), ['-m', 'pip', 'install', ...wanted], { timeout: 600_000 })
    await rename(draft, environment)
    return python
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Somebody else may have been faster.
    if (existsSync(python)) return python
    const reason = error instanceof Error ? error.message : error
    console.warn(
      `SKIPPED: tests of a current ClickHouse engine, because chdb ${version} cannot be installed: ${reason}`,
    )
    if (process.env.CI) throw new Error('The tests of a current ClickHouse engine may not be skipped here.')
    return undefined
  }
}

/** Runs until `stop`. */
export async function startChdb(python: string) {
  const directory = await mkdtemp(join(tmpdir(), 'muster-chdb-'))
  const child = spawn(python, [join(import.meta.dirname, 'events-chdb-shim.py'), directory, user, password], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [port] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
  return {
    /** As CLICKHOUSE_URL, for a database of the given name. */
    url: (database: string) => `http://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    async stop() {
      child.kill('SIGKILL')
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}
