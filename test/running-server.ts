import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@muster/sdk'
import { afterAll, beforeAll, onTestFinished } from 'vitest'

export const projectRoot = join(import.meta.dirname, '..')

const usualCommand = [process.execPath, 'packages/server/src/main.ts']
export const demoCommand = [...usualCommand, '--demo']

/** The same in a terminal, which has the output too. */
export const inTerminal = (command = usualCommand) => ['script', '-qefc', command.join(' '), '/dev/null']

export const ownerKey = `mst_owner_${randomBytes(32).toString('hex')}`

/** The service as a process of its own, started as a person would start it. */
export interface RunningServer {
  readonly process: ChildProcess
  readonly address: string
  readonly owner: Client
  /** All that it printed so far. */
  output(): string
  errors(): string
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
}

const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
const baseEnvironment = { PATH, HOME, NODE_COMPILE_CACHE, MUSTER_PORT: '0' }

type Environment = Readonly<Record<string, string>>

/** Keeps what is to be done at the end: of the test, unless somebody else looks after it. */
export type AtEnd = (end: () => void | Promise<void>) => void

/** A new directory, removed after the test together with a service and a Postgres that still run in it. */
export async function temporaryDataDir(atEnd: AtEnd = onTestFinished): Promise<string> {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'muster-run-')))
  atEnd(async () => {
    // In a terminal the service is no child of ours, so that it may outlive what we started.
    for (const pid of [await servicePid(dataDir), await postgresPid(dataDir)]) if (pid !== undefined) endQuietly(pid)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  })
  return dataDir
}

/** Starts a command and collects what it prints. `command` is `node packages/server/src/main.ts` by default. */
export function launch(environment: Environment, command = usualCommand, atEnd: AtEnd = onTestFinished) {
  const [file = '', ...args] = command
  const child = spawn(file, args, {
    cwd: projectRoot,
    env: { ...baseEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  atEnd(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const ended = once(child, 'close').then(([code, signal]) => (signal ?? code) as number | NodeJS.Signals)
  return { process: child, ended, output: () => output, errors: () => errors }
}

/** Starts the service and waits until it says where it listens. */
export async function startServer(environment: Environment, command?: string[], atEnd?: AtEnd): Promise<RunningServer> {
  const launched = launch({ MUSTER_OWNER_KEY: ownerKey, ...environment }, command, atEnd)
  const address = await new Promise<string>((resolve, reject) => {
    launched.process.stdout?.on('data', () => {
      const found = /Muster is ready at ([^\s,]+)/.exec(launched.output())?.[1]
      if (found) resolve(found)
    })
    void launched.ended.then((how) => reject(new Error(`It ended with ${how}:\n${launched.errors()}`)))
  })
  return { ...launched, address, owner: createClient({ baseUrl: address, apiKey: ownerKey, retries: 0 }) }
}

/** One service for all tests of a file. Call it at the top, and the result inside of tests and of later hooks. */
export function sharedServer(environment: Environment): () => RunningServer {
  const ends: (() => void | Promise<void>)[] = []
  const atEnd: AtEnd = (end) => void ends.push(end)
  let server: RunningServer | undefined
  beforeAll(async () => {
    const dataDir = await temporaryDataDir(atEnd)
    server = await startServer({ MUSTER_DATA_DIR: dataDir, ...environment }, undefined, atEnd)
  })
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
  })
  return () => {
    if (!server) throw new Error('The service is there only inside of tests.')
    return server
  }
}

async function servicePid(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'server.json'), 'utf8').catch(() => '{}')
  const { pid } = JSON.parse(text) as { pid?: number }
  return pid === process.pid ? undefined : pid
}

/** The first line of the file that Postgres keeps in its directory while it runs. */
export async function postgresPid(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Number(text.split('\n', 1)[0])
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function endQuietly(pid: number): void {
  if (isAlive(pid)) process.kill(pid, 'SIGKILL')
}
