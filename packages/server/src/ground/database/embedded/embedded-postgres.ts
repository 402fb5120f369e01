import { setTimeout as sleep } from 'node:timers/promises'
import { getBinaries } from './binaries.ts'
import { type Connection, connectionTo } from './connection.ts'
import { clearLeftOvers } from './left-overs.ts'
import type { Log } from './log.ts'
import { readPidFile } from './pid-file.ts'
import { rotateLog } from './postgres-log.ts'
import { sendSignal } from './postgres-process.ts'
import { type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts'
import { prepareSetup, type Setup } from './setup.ts'
import { removeSocketDirectory } from './socket-directory.ts'

export interface EmbeddedPostgres {
  /** The connection parameters, which stay valid across restarts. */
  readonly connection: Connection
  /** The pid of the current postmaster. */
  readonly pid: number
  /** Fast shutdown: checkpoints, then resolves when the process has ended. Idempotent. */
  stop(): Promise<void>
}

interface EmbeddedPostgresOptions {
  /** Muster's data directory; the cluster is in `<dataDir>/postgres`. The caller holds its lock. */
  dataDir: string
  log: Log
  /** Called if Postgres was restarted too often and is given up. */
  onGiveUp(error: Error): void
}

/**
 * Starts the embedded Postgres, creates its database on first use, and keeps it running until `stop()`.
 *
 * The caller must hold the lock of the data directory (`lockDataDirectory`): a Postgres that already runs on it is
 * taken for an orphan and stopped.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const startedAt = performance.now()
  const setup = await prepareSetup(await getBinaries(), options.dataDir, options.log)
  const postmaster = await startPostmaster(setup)
  options.log.debug({ pid: postmaster.pid, ms: Math.round(performance.now() - startedAt) }, 'Postgres is ready')
  return new SupervisedPostgres(setup, postmaster, options.onGiveUp)
}

const MOST_RESTARTS = 5
const RESTART_WINDOW_MS = 60_000
const LOG_CHECK_MS = 10 * 60_000
const STOPPING_CHECK_MS = 1_000

class SupervisedPostgres implements EmbeddedPostgres {
  readonly connection
  readonly #setup: Setup
  readonly #onGiveUp: (error: Error) => void
  readonly #stop = new AbortController()
  readonly #supervision: Promise<void>
  readonly #checks: readonly NodeJS.Timeout[]
  #postmaster: Postmaster
  #stopped: Promise<void> | undefined

  constructor(setup: Setup, postmaster: Postmaster, onGiveUp: (error: Error) => void) {
    this.connection = connectionTo(setup.socketDir, setup.password)
    this.#setup = setup
    this.#postmaster = postmaster
    this.#onGiveUp = onGiveUp
    this.#checks = [
      setInterval(() => this.#rotateLog(), LOG_CHECK_MS).unref(),
      setInterval(() => void this.#hurryStopping(), STOPPING_CHECK_MS).unref(),
    ]
    this.#supervision = this.#supervise()
  }

  get pid(): number {
    return this.#postmaster.pid
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#shutDown()
    return this.#stopped
  }

  async #shutDown(): Promise<void> {
    for (const check of this.#checks) clearInterval(check)
    this.#stop.abort()
    await stopPostmaster(this.#postmaster)
    // A restart in progress has either seen the signal and ended its Postgres, or has just finished.
    await this.#supervision
    await stopPostmaster(this.#postmaster)
    await removeSocketDirectory(this.#setup.socketDir, this.#setup.dataDir)
  }

  /** Ends when Postgres was stopped on purpose or given up. */
  async #supervise(): Promise<void> {
    const { log, logFile } = this.#setup
    let restarts: number[] = []
    while (true) {
      const outcome = await this.#postmaster.exited
      let failure = `it ended (${outcome}) after ${MOST_RESTARTS} restarts within a minute`
      if (this.#stop.signal.aborted) return
      log.warn({ pid: this.pid, outcome, logFile }, 'Postgres ended unexpectedly; restarting it')

      let restarted = false
      while (!restarted) {
        const now = performance.now()
        restarts = restarts.filter((at) => at > now - RESTART_WINDOW_MS)
        if (restarts.length >= MOST_RESTARTS) {
          this.#onGiveUp(new Error(`Postgres could not be kept running: ${failure}. Its log is ${logFile}.`))
          return
        }
        restarts.push(now)
        restarted = await this.#restart(restarts.length - 1).then(
          () => true,
          (error: unknown) => {
            failure = error instanceof Error ? error.message : String(error)
            if (!this.#stop.signal.aborted) log.error({ err: error }, 'Postgres could not be restarted')
            return false
          },
        )
        if (this.#stop.signal.aborted) return
      }
    }
  }

  /** The first restart comes at once. Each further failure makes the next one wait longer. */
  async #restart(failuresBefore: number): Promise<void> {
    const startedAt = performance.now()
    if (failuresBefore > 0) await sleep(50 * 2 ** failuresBefore, undefined, { signal: this.#stop.signal })
    await clearLeftOvers(this.#setup)
    this.#postmaster = await startPostmaster(this.#setup, this.#stop.signal)
    const ms = Math.round(performance.now() - startedAt)
    this.#setup.log.info({ pid: this.pid, ms }, 'Postgres is ready again')
  }

  /**
   * After a SIGTERM from outside, Postgres refuses new connections and waits until the others end, which ours may never
   * do. A SIGINT ends it at once, so that it is restarted.
   */
  async #hurryStopping(): Promise<void> {
    const found = await readPidFile(this.#setup.clusterDir)
    if (found?.stopping && found.pid === this.pid && !this.#postmaster.isGone()) sendSignal(this.pid, 'SIGINT')
  }

  #rotateLog(): void {
    rotateLog(this.#setup.logFile).catch((error: unknown) => {
      this.#setup.log.warn({ err: error }, 'The log of Postgres could not be rotated')
    })
  }
}
