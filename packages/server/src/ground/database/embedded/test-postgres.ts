import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import type { Log } from './log.ts'
import { endPostgres, listPostgresOf } from './postgres-process.ts'
import { removeSocketDirectory, socketDirectoryOf } from './socket-directory.ts'

/** An empty directory for one test. After the test it is removed, and every Postgres that still runs in it is ended. */
export async function temporaryDataDir(below = ''): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'muster-pg-')))
  await chmod(root, 0o755)
  const dataDir = join(root, below)
  onTestFinished(async () => {
    const clusterDir = join(dataDir, 'postgres')
    const pids = await listPostgresOf(clusterDir).catch(() => [])
    await Promise.all(pids.map((pid) => endPostgres(clusterDir, pid)))
    await removeSocketDirectory(socketDirectoryOf(dataDir), dataDir)
    await rm(root, { recursive: true, force: true })
  })
  return dataDir
}

/** Test files in the same process share it; the test run removes it with all temporary files. */
let template: Promise<string> | undefined

/** Like `temporaryDataDir`, with a database in it: a copy takes a tenth of the time of a first start. */
export async function dataDirWithDatabase(below = ''): Promise<string> {
  template ??= createTemplate()
  const dataDir = await temporaryDataDir(below)
  await mkdir(dataDir, { recursive: true })
  const from = await template
  await promisify(execFile)('cp', ['-a', join(from, 'postgres'), join(from, 'postgres.password'), dataDir])
  return dataDir
}

async function createTemplate(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-pg-'))
  await chmod(dataDir, 0o755)
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const postgres = await startEmbeddedPostgres({ dataDir, log, onGiveUp() {} })
  await postgres.stop()
  return dataDir
}

/** Starts Postgres for one test. `logged` resolves when a message was logged `times` times. */
export async function startForTest(dataDir: string) {
  const messages: string[] = []
  const waiting = new Set<() => void>()
  const note = (_fields: object, message: string) => {
    messages.push(message)
    for (const check of waiting) check()
  }
  const log: Log = { debug: note, info: note, warn: note, error: note }
  const gaveUp = Promise.withResolvers<Error>()
  const postgres = await startEmbeddedPostgres({ dataDir, log, onGiveUp: gaveUp.resolve })
  onTestFinished(() => postgres.stop())
  const logged = (message: string, times = 1) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (messages.filter((found) => found === message).length >= times) resolve()
      }
      waiting.add(check)
      check()
    })
  return { postgres, messages, logged, gaveUp: gaveUp.promise }
}

/** A connection for one test, which may kill its Postgres. */
export async function connectTo({ connection }: Pick<EmbeddedPostgres, 'connection'>): Promise<Client> {
  const client = new Client(connection)
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Runs one statement on a connection of its own and returns its rows. */
export async function query(postgres: Pick<EmbeddedPostgres, 'connection'>, sql: string): Promise<unknown[]> {
  const client = await connectTo(postgres)
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/**
 * Runs a module in another process, as another user if one is given. The module finds `startEmbeddedPostgres`,
 * `lockDataDirectory`, `Client`, `dataDir` and a silent `log` in scope. `line` is the first line that it printed.
 */
export async function runServerProcess(dataDir: string, body: string, user?: { uid: number; gid: number }) {
  const source = `
    import { Client } from '${import.meta.resolve('pg')}'
    import { startEmbeddedPostgres } from '${import.meta.resolve('./embedded-postgres.ts')}'
    import { lockDataDirectory } from '${import.meta.resolve('../../platform/data-directory-lock.ts')}'
    const dataDir = ${JSON.stringify(dataDir)}
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    ${body}`
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...user,
  })
  onTestFinished(async () => {
    if (child.kill('SIGKILL')) await once(child, 'exit')
  })
  const exited = once(child, 'exit')
  if (child.stdout === null) throw new Error('The process has no output.')
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([first]) => String(first)),
    exited.then(([code]) => Promise.reject(new Error(`The process ended with ${code} before it printed a line.`))),
  ])
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  return { line, exited, kill }
}
