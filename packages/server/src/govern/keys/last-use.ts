import type { Database } from '../../ground/database/database.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import type { Log } from '../../ground/platform/log.ts'
import * as repository from './last-use-repository.ts'

const flushEveryMs = 5_000

/** One statement writes at most this many, so that it holds few locks for a short time. */
const mostAtOnce = 1_000

type Times = ReadonlyMap<string, number>

/**
 * Collects when keys and people were last seen, and writes it every few seconds instead of on every request. A failed
 * write is retried the next time; memory is limited to one time for each key and each person.
 */
export class LastUse {
  readonly #database: Database
  readonly #clock: Clock
  readonly #log: Log
  readonly #timer: NodeJS.Timeout
  #keys = new Map<string, number>()
  #events = new Map<string, number>()
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

  /** Notes that usage events sent with this key were stored. */
  eventsStored(keyId: string): void {
    this.#events.set(keyId, this.#clock.now())
  }

  signedIn(userId: string): void {
    this.#signIns.set(userId, this.#clock.now())
  }

  /**
   * Writes everything collected so far, and waits for writes in progress. Only keys that another transaction has locked
   * are left for the next time.
   */
  flush(): Promise<void> {
    this.#written = this.#written.then(() => this.#write())
    return this.#written
  }

  async #write(): Promise<void> {
    const keys = this.#keys
    const events = this.#events
    const signIns = this.#signIns
    this.#keys = new Map()
    this.#events = new Map()
    this.#signIns = new Map()
    for (const part of partsOf(keys)) await this.#try(part, this.#keys, () => this.#writeKeys(part))
    for (const part of partsOf(events)) await this.#try(part, this.#events, () => this.#writeEvents(part))
    for (const part of partsOf(signIns)) {
      await this.#try(part, this.#signIns, () => repository.recordSignIns(this.#database, part))
    }
  }

  async #writeKeys(uses: Times): Promise<void> {
    const found = await repository.recordUse(this.#database, uses)
    const invited = found.filter(({ is_invited }) => is_invited)
    if (invited.length > 0) {
      await repository.recordAcceptance(
        this.#database,
        new Map(invited.map(({ id, user_id }) => [user_id, uses.get(id) ?? 0])),
      )
    }
    keep(unwritten(found, uses), this.#keys)
  }

  async #writeEvents(times: Times): Promise<void> {
    keep(unwritten(await repository.recordEvents(this.#database, times), times), this.#events)
  }

  async #try(part: Times, noted: Map<string, number>, write: () => Promise<unknown>): Promise<void> {
    try {
      await write()
    } catch (error) {
      keep(part, noted)
      this.#log.warn({ err: error }, 'the time of last use was not recorded; it is tried again')
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }
}

function* partsOf(times: Times): Generator<Times> {
  const entries = [...times]
  for (let at = 0; at < entries.length; at += mostAtOnce) yield new Map(entries.slice(at, at + mostAtOnce))
}

/** The times of keys that were skipped because another transaction had locked them. */
function unwritten(found: readonly { id: string; is_written: boolean }[], times: Times): Times {
  return new Map(found.filter(({ is_written }) => !is_written).map(({ id }) => [id, times.get(id) ?? 0]))
}

/** Puts times back unless a later one was collected since. */
function keep(times: Times, noted: Map<string, number>): void {
  for (const [id, at] of times) if (!noted.has(id)) noted.set(id, at)
}
