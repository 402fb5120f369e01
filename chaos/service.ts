import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../packages/server/src/testing/free-port.ts'
import { signal } from './processes.ts'

const projectRoot = join(import.meta.dirname, '..')

/** Twice as long as the slowest start ever seen, on a machine with ten times more work than it could do. */
export const readyWithinMs = 150_000
const endsWithinMs = 60_000

/** The service that gets faults: a process on fixed ports, started again and again on one data directory. */
export class Service {
  readonly dataDir: string
  readonly logFile: string
  readonly ownerKey: string
  readonly address: string
  readonly grpcPort: number
  readonly #port: number
  #child: ChildProcess | undefined

  private constructor(dataDir: string, logFile: string, ownerKey: string, port: number, grpcPort: number) {
    this.dataDir = dataDir
    this.logFile = logFile
    this.ownerKey = ownerKey
    this.#port = port
    this.grpcPort = grpcPort
    this.address = `http://127.0.0.1:${port}`
  }

  static async create(dataDir: string, logFile: string, ownerKey: string): Promise<Service> {
    return new Service(dataDir, logFile, ownerKey, await freePort(), await freePort())
  }

  get pid(): number | undefined {
    return this.isRunning ? this.#child?.pid : undefined
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Starts the process without waiting for it to be ready. */
  launch(): ChildProcess {
    const child = this.run([])
    this.#child = child
    return child
  }

  /** Any command of the service on the same data directory. */
  run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcess {
    const child = spawn(process.execPath, ['packages/server/src/main.ts', ...args], {
      cwd: projectRoot,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        // Most of a start is compiling, and there are many starts.
        NODE_COMPILE_CACHE: join(dirname(this.logFile), 'compiled'),
        MUSTER_DATA_DIR: this.dataDir,
        MUSTER_PORT: `${this.#port}`,
        MUSTER_OTLP_GRPC_PORT: `${this.grpcPort}`,
        MUSTER_OWNER_KEY: this.ownerKey,
        MUSTER_RATE_LIMIT: '0',
        MUSTER_COMPUTER_GRACE_SECONDS: '30',
        MUSTER_MANAGED_COMPUTERS: 'any',
        MUSTER_MANAGED_AGENT: 'demo',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const log = createWriteStream(this.logFile, { flags: 'a' })
    child.stdout?.pipe(log, { end: false })
    child.stderr?.pipe(log, { end: false })
    child.once('close', () => log.end())
    return child
  }

  signal(name: NodeJS.Signals): void {
    signal(this.pid, name)
  }

  /** Resolves when the process is gone, with its exit code or signal; `undefined` when it did not end in time. */
  async ended(withinMs = endsWithinMs): Promise<number | NodeJS.Signals | undefined> {
    const child = this.#child
    if (!child || !this.isRunning) return child?.signalCode ?? child?.exitCode ?? 0
    const timer = new AbortController()
    const outcome = once(child, 'exit', { signal: timer.signal }).then(([code, by]) => (by ?? code) as number)
    const late = delay(withinMs, undefined, { signal: timer.signal }).catch(() => undefined)
    outcome.catch(() => undefined)
    const first = await Promise.race([outcome, late])
    timer.abort()
    return first
  }

  /** Resolves with how long it took until the service can be used; `undefined` when it took too long. */
  async ready(withinMs = readyWithinMs): Promise<number | undefined> {
    const startedAt = performance.now()
    while (performance.now() - startedAt < withinMs) {
      const answer = await fetch(`${this.address}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
      if (answer?.ok) return performance.now() - startedAt
      await delay(50)
    }
    return undefined
  }
}
