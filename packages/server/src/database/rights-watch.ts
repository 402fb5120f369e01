import pg from 'pg'
import type { Log } from '../platform/log.ts'

/** The lock that migration 0265 waits for. */
const lock = '7205801, 1'

/** A statement that runs keeps Postgres from cleaning up after others, so it must end now and then. */
const sleepSeconds = 30

/** A connection is not opened more often than this, however often rights change. */
const pauseMs = 250

export interface RightsWatch {
  /**
   * The term that lasts now. What a caller may do cannot change while a term lasts: whatever was read during a term is
   * true as long as this returns the same term. Without one, it asks for the next.
   */
  term(): object | undefined
  close(): void
}

interface RightsWatchOptions {
  /** It must not be possible to lose this connection without noticing. */
  readonly connection: pg.ClientConfig
  readonly log: Log
}

/**
 * Holds a lock in the database for as long as callers come. Triggers let everybody who changes what a key may do wait until
 * the lock is free, whoever that is; and the lock is not granted while such a change is not committed. So a term ends here
 * before the change is committed anywhere.
 */
export function createRightsWatch({ connection, log }: RightsWatchOptions): RightsWatch {
  let current: object | undefined
  let client: pg.Client | undefined
  let isAsked = false
  let isClosed = false
  let notBefore = 0

  async function watch(attempt: pg.Client): Promise<void> {
    await attempt.connect()
    const { rows } = await attempt.query<{ held: boolean }>(`select pg_try_advisory_lock(${lock}) as held`)
    if (!rows[0]?.held) return
    current = {}
    do {
      isAsked = false
      await attempt.query(`select pg_sleep(${sleepSeconds})`)
    } while (isAsked)
  }

  function begin(): void {
    if (client || isClosed || performance.now() < notBefore) return
    const attempt = new pg.Client({ ...connection, application_name: 'muster rights' })
    client = attempt
    const end = (reason?: Error) => {
      if (client !== attempt) return
      current = undefined
      client = undefined
      notBefore = performance.now() + pauseMs
      log.debug({ reason: reason?.message }, 'what callers may do is looked up for every request')
      // The end of the connection frees the lock.
      attempt.end().catch(() => undefined)
    }
    attempt.on('error', end)
    attempt.on('end', end)
    watch(attempt).then(() => end(), end)
  }

  return {
    term() {
      isAsked = true
      if (!current) begin()
      return current
    },
    close() {
      isClosed = true
      client?.end().catch(() => undefined)
    },
  }
}
