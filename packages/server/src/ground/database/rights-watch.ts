import pg from 'pg'
import type { Log } from '../platform/log.ts'

/**
 * The locks for which the trigger of migration 0275 waits, each on a connection of its own: first the hold, then the
 * bell.
 */
const locks = ['7205801, 1', '7205801, 2'] as const

/** Connections that are not used are closed after this time. */
const restMs = 30_000

/** Connections are not opened more often than this, however often rights change. */
const pauseMs = 250

export interface RightsWatch {
  /**
   * Returns the current term. Rights cannot change during a term: whatever was read during a term is valid as long as
   * this returns the same term. Without a current term, it begins the next one.
   */
  term(): object | undefined
  close(): void
}

interface RightsWatchOptions {
  /** If this connection is lost, the service must notice that at once. */
  readonly connection: pg.ClientConfig
  readonly log: Log
}

/**
 * Holds two locks in the database while callers come. A trigger makes every change of rights wait until both are free,
 * and neither is granted while such a change is uncommitted. The change terminates the connection of the bell, which
 * tells this node to close the other connection. So a term ends on this node before the change is committed anywhere,
 * also if another client terminates one of the connections.
 *
 * Both connections are idle. A sleeping statement would hold a snapshot, so that Postgres would keep every row that is
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

/** Takes the locks without waiting, so that no change queues behind this request. */
async function takeLocks(clients: readonly pg.Client[]): Promise<boolean> {
  for (const [index, client] of clients.entries()) {
    await client.connect()
    const { rows } = await client.query<{ held: boolean }>(`select pg_try_advisory_lock(${locks[index]}) as held`)
    if (!rows[0]?.held) return false
  }
  return true
}

/** Closing a connection releases its lock. */
function endAll(clients: readonly pg.Client[]): void {
  for (const client of clients) client.end().catch(() => undefined)
}
