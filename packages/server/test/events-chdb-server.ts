import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { needProgram } from '../src/testing/need-program.ts'
import { password, user } from './events-clickhouse-server.ts'

const run = promisify(execFile)
/** The engine of ClickHouse 26.9 as a library. */
const version = '4.4.0'
const root = join(import.meta.dirname, '../../..')
const environment = join(root, 'node_modules/.cache', `chdb-${version}`)

/** A Python with a current engine of ClickHouse, installed when it is missing. */
export async function findChdb(): Promise<string> {
  const python = join(environment, 'bin/python')
  if (existsSync(python)) return python
  await needProgram('/usr/lib/python3*/ensurepip', 'python3-venv')
  const draft = `${environment}.new-${process.pid}`
  try {
    await run('python3', ['-m', 'venv', draft])
    const wanted = ['--quiet', '--disable-pip-version-check', `chdb==${version}`]
    await run(join(draft, 'bin/python'), ['-m', 'pip', 'install', ...wanted], { timeout: 600_000 })
    await rename(draft, environment)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Somebody else may have been faster.
    if (!existsSync(python)) throw error
  }
  return python
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
