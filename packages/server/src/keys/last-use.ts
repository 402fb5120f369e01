import type { Database } from '../database/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import * as repository from './repository.ts'

const flushEveryMs = 5_000

/** Notes when keys and people were last seen, and writes it down every few seconds instead of on every request. */
export class LastUse {
  readonly #database: Database
  readonly #clock: Clock
  readonly #log: Log
  readonly #timer: NodeJS.Timeout
  #keys = new Map<string, number>()
  #signIns = new Map<string, number>()
  #written: Promise<void> = Promise.resolve()

  constructor({ database, clock, log }: { database: Database; clock: Clock; log: Log }) {
    this.#database = database
    this.#clock = clock
    this.#log = log
    this.#timer = setInterval(() => void this.flush(), flushEveryMs).unref()
  }

  keyUsed(keyId: string): void {
    this.#keys.set(keyId, this.#clock.now())
  }

  signedIn(userId: string): void {
    this.#signIns.set(userId, this.#clock.now())
  }

  /** Everything noted so far is written down after this, also what another call has begun to write. */
  flush(): Promise<void> {
    this.#written = this.#written.then(() => this.#write())
    return this.#written
  }

  async #write(): Promise<void> {
    const keys = this.#keys
    const signIns = this.#signIns
    this.#keys = new Map()
    this.#signIns = new Map()
    try {
      if (keys.size > 0) await repository.recordUse(this.#database, keys)
      if (signIns.size > 0) await repository.recordSignIns(this.#database, signIns)
    } catch (error) {
      this.#log.warn({ err: error }, 'the time of last use was not recorded')
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }
}
