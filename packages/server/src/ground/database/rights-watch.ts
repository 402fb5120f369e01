import pg from 'pg'
import type { Log } from '../platform/log.ts'

/** The locks that migration 0275 waits for, each on a connection of its own: the hold, then the bell. */
const locks = ['7205801, 1', '7205801, 2'] as const

/** Connections that nobody needs are closed after this time. */
const restMs = 30_000

/** Connections are not opened more often than this, however often rights change. */
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
 * Holds two locks in the database for as long as callers come. Triggers let everybody who changes what a key may do wait
 * until both are free, whoever that is; and neither is granted while such a change is not committed. The change ends the
 * connection of the bell, which tells us to end the other. So a term ends here before the change is committed anywhere, also
 * when somebody else ends one of the connections.
 *
 * Both connections are idle. A statement that sleeps would have a snapshot, and Postgres would keep every row that is
 * replaced or deleted meanwhile.
 */
export function createRightsWatch({ connection, log }: RightsWatchOptions): RightsWatch {
  let current: object | undefined
  let clients: readonly pg.Client[] | undefined
  let isAsked = false
  let isClosed = false
  let notBefore = 0

  function begin(): void {
    if (clients || isClosed || performance.now() < notBefore) return
    const opened = locks.map(() => new pg.Client({ ...connection, application_name: 'muster rights' }))
    clients = opened
    const resting = setInterval(() => {
      if (!isAsked) end()
      isAsked = false
    }, restMs).unref()
    const end = (reason?: Error) => {
      if (clients !== opened) return
      current = undefined
      clients = undefined
      notBefore = performance.now() + pauseMs
      clearInterval(resting)
      log.debug({ reason: reason?.message }, 'what callers may do is looked up for every request')
      endAll(opened)
    }
    for (const client of opened) client.on('error', end).on('end', end)
    takeLocks(opened).then((areTaken) => {
      if (!areTaken) end()
      else if (clients === opened) current = {}
    }, end)
  }

  return {
    term() {
      isAsked = true
      if (!current) begin()
      return current
    },
    close() {
      isClosed = true
      if (clients) endAll(clients)
    },
  }
}

/** It only tries, so that no change waits behind it in the queue of a lock. */
async function takeLocks(clients: readonly pg.Client[]): Promise<boolean> {
  for (const [index, client] of clients.entries()) {
    await client.connect()
    const { rows } = await client.query<{ held: boolean }>(`select pg_try_advisory_lock(${locks[index]}) as held`)
    if (!rows[0]?.held) return false
  }
  return true
}

/** The end of a connection frees its lock. */
function endAll(clients: readonly pg.Client[]): void {
  for (const client of clients) client.end().catch(() => undefined)
}
