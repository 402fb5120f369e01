import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { findConnection } from '../packages/server/src/ground/database/embedded/connection.ts'
import { freePort } from '../packages/server/src/testing/free-port.ts'
import { endProcess, pidOf } from './child.ts'
import { childrenNamed } from './processes.ts'

/** The connections of the service to its database, and so of everything that is compared with it. */
export const poolSize = 20

export interface Service {
  readonly port: number
  readonly pid: number
  readonly postgresPid: number
  /** Headers of a request that is admitted. */
  readonly headers: Readonly<Record<string, string>>
  /** How to reach its database over the Unix socket. */
  readonly connection: pg.ClientConfig & { readonly host: string; readonly port: number }
  readonly postgresLog: string
  stop(): Promise<void>
}

const main = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url))
/** As `npm start` and the image start it. */
const nodeOptions = ['--max-semi-space-size=8', '--heap-growing-percent=50']
const startPatienceMs = 60_000

interface ServiceOptions {
  readonly profileDir?: string | undefined
  readonly settings?: Readonly<Record<string, string>>
  /** A data directory that outlives the service. Default: a fresh one, which is removed. */
  readonly dataDir?: string
  /** Loaded before the service's own code. */
  readonly preload?: URL
}

/** The same for every start, because a data directory remembers it. */
const ownerKey = `mst_bench_${randomBytes(32).toString('base64url')}`

/** Starts the service as an administrator would: a process of its own, with its embedded Postgres on a fresh directory. */
export async function startService({ profileDir, settings, preload, ...given }: ServiceOptions): Promise<Service> {
  const dataDir = given.dataDir ?? (await mkdtemp(join(tmpdir(), 'muster-bench-')))
  const port = await freePort()
  const profiling = profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`]
  const preloading = preload === undefined ? [] : ['--import', preload.href]
  const child = spawn(process.execPath, [...nodeOptions, ...profiling, ...preloading, main], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      MALLOC_ARENA_MAX: '1',
      MUSTER_DATA_DIR: dataDir,
      MUSTER_PORT: String(port),
      MUSTER_OWNER_KEY: ownerKey,
      MUSTER_RATE_LIMIT: '0',
      MUSTER_LOG_LEVEL: 'warn',
      MUSTER_DATABASE_CONNECTIONS: String(poolSize),
      ...settings,
    },
  })
  child.stderr.pipe(process.stderr)
  const stop = async () => {
    // Readers of figures do not need its messages at the end.
    child.stderr.unpipe()
    child.stderr.resume()
    await endProcess(child, 'SIGTERM')
    if (given.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await untilReady(child, port)
    const [postgresPid] = childrenNamed(pidOf(child), 'postgres')
    if (postgresPid === undefined) throw new Error('The service runs, but its Postgres was not found.')
    const connection = await findConnection(dataDir)
    if (connection === undefined) throw new Error('The service runs, but its database has no password.')
    return {
      port,
      pid: pidOf(child),
      postgresPid,
      headers: { authorization: `Bearer ${ownerKey}` },
      connection,
      postgresLog: join(dataDir, 'postgres.log'),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + startPatienceMs
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The service ended at its start with code ${child.exitCode}.`)
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(50)
  }
  throw new Error('The service did not become ready.')
}
