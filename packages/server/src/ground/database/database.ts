import pg from 'pg'
import { AppError } from '../platform/app-error.ts'
import type { Log } from '../platform/log.ts'
import { isAnswer, isDeadlock, isReadOnly, readOnlyServer, translated, unavailable } from './faults.ts'
import { type Query, type Row, runQuery } from './query.ts'

/** Something that queries can be run on: the database itself, or one transaction. */
export interface Handle {
  /** All rows. */
  many<R extends Row>(query: Query<R>, params?: readonly unknown[]): Promise<R[]>
  /** The first row, or `undefined`. */
  find<R extends Row>(query: Query<R>, params?: readonly unknown[]): Promise<R | undefined>
  /** The first row; its absence is a fault. */
  get<R extends Row>(query: Query<R>, params?: readonly unknown[]): Promise<R>
  /** How many rows were changed. */
  run(query: Query, params?: readonly unknown[]): Promise<number>
  /** Runs a text with several statements, for migrations. */
  script(text: string): Promise<void>
}

/** A handle inside a transaction. Others see all of its changes at once, or none. */
export interface Tx extends Handle {
  readonly inTransaction: true
  /** Runs when the transaction has been committed, and not at all otherwise. It must not throw. */
  afterCommit(work: () => void): void
  /**
   * Sends a statement whose result nobody needs, and does not wait for it: it travels together with the next statements, or
   * with `commit`. If it fails, so does the transaction.
   */
  send(query: Query, params: readonly unknown[]): void
  /**
   * The first row, or `undefined`, of a statement that is a complete change. If it is the first statement of the
   * transaction, it is sent without `begin` and `commit`, which together cost as much as the statement itself.
   */
  findWhole<R extends Row>(query: Query<R>, params: readonly unknown[]): Promise<R | undefined>
}

export interface Database extends Handle {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs queries on one connection, where they travel together. Each sees what was committed before it, and is run in turn. */
  together<T>(work: (handle: Handle) => Promise<T>): Promise<T>
  /** Fails if the database cannot be reached, or takes no changes. */
  ping(): Promise<void>
  /**
   * Gives statements this long to finish, then cuts every connection. Called before the parts close that wait for
   * statements.
   */
  hurry(patienceMs: number): void
  /** The number of connections in use, of idle ones, and of callers that wait for one. */
  connections(): { active: number; idle: number; waiting: number }
  close(): Promise<void>
}

interface ConnectOptions {
  readonly connection: pg.PoolConfig
  readonly maxConnections: number
  readonly log: Log
}

/** What Postgres is told when a connection begins. */
export const sessionSettings = {
  application_name: 'muster',
  // A statement that runs longer than this would hold a connection that others wait for.
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  // Plans every prepared statement once. Otherwise Postgres plans statements with lists anew each time.
  options: '-c plan_cache_mode=force_generic_plan',
} satisfies pg.ClientConfig

export function connectDatabase({ connection, maxConnections, log }: ConnectOptions): Database {
  const clients = new Set<pg.Client>()
  const openedAt = new WeakMap<pg.ClientBase, number>()
  /** Connections that were opened before lead to a server that takes no changes any more. */
  let demotedAt = Number.NEGATIVE_INFINITY
  let isCut = false
  const pool = new pg.Pool({
    ...connection,
    // Clients that are still connecting are in the set too, so that they can be cut.
    Client: class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        super(config)
        clients.add(this)
        openedAt.set(this, performance.now())
        this.once('end', () => clients.delete(this))
      }
    },
    max: maxConnections,
    types: { getTypeParser },
    // A statement is sent while others of the connection still run: `begin` costs no trip of its own.
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    // Each connection is a process of Postgres with some 5 MB of its own. The one that was used last is used next, so those
    // that a busy moment needed end soon.
    idleTimeoutMillis: 10_000,
    min: 2,
    ...sessionSettings,
    // Cuts the connection if Postgres does not enforce its own limit: its disk stalls, or the network loses the answer.
    query_timeout: 35_000,
  })
  // Without a listener, losing a connection in use would end the process. The query on it fails anyway. Only the
  // message is logged: the error object holds the whole client.
  pool.on('connect', (client) => {
    client.on('error', ({ message }) => log.debug({ reason: message }, 'a database connection was lost'))
  })
  pool.on('error', ({ message }) => {
    if (!pool.ending) log.warn({ reason: message }, 'an idle database connection was lost')
  })

  async function connected(): Promise<pg.PoolClient> {
    try {
      if (isCut) throw new Error('The database is being closed.')
      for (;;) {
        const client = await pool.connect()
        if ((openedAt.get(client) ?? demotedAt) >= demotedAt) return client
        client.release(true)
      }
    } catch (error) {
      throw unavailable(error)
    }
  }

  /**
   * After a failover, the address of the database leads to another server, and open connections to the one before. So one
   * that takes no changes ends, and with it all that were opened before. As the new server may be read-only still, this
   * happens once a second at most.
   */
  function isUseless(error: unknown): boolean {
    if (!isReadOnly(error)) return false
    const now = performance.now()
    if (now - demotedAt > 1_000) demotedAt = now
    return true
  }

  async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { result, committed } = await attemptTransaction(work)
        // The connection is free again, so that this work can have it.
        for (const work of committed) work()
        return result
      } catch (error) {
        if (attempt === maxAttempts || !isDeadlock(error)) throw error
      }
    }
  }

  async function attemptTransaction<T>(work: (tx: Tx) => Promise<T>) {
    const client = await connected()
    let broken: Error | undefined
    let begun: Promise<unknown> | undefined
    const committed: (() => void)[] = []
    const sent: Promise<unknown>[] = []
    const begin = () => {
      if (begun) return
      // Not awaited: the first statement travels in the same packet.
      begun = client.query('begin')
      begun.catch(() => {})
    }
    try {
      const result = await work({
        inTransaction: true,
        afterCommit: (work) => committed.push(work),
        ...handleOn(
          (query, params) => {
            begin()
            return runQuery(client, query, params)
          },
          (text) => {
            begin()
            return client.query(text)
          },
        ),
        send: (query, params) => {
          begin()
          const done = runQuery(client, query, params)
          done.catch(() => {})
          sent.push(done)
        },
        findWhole: async (query, params) => (await runQuery(client, query, params)).rows[0],
      })
      if (begun) {
        const end = client.query('commit')
        end.catch(() => {})
        // The first failure is the reason for those after it.
        await begun
        for (const done of sent) await done
        const { command } = await end
        if (command !== 'COMMIT')
          throw new Error('The transaction was rolled back because one of its statements failed.')
      }
      return { result, committed }
    } catch (error) {
      if (begun) {
        await client.query('rollback').catch((cause: unknown) => {
          broken = cause instanceof Error ? cause : new Error(String(cause))
        })
      } else if (!isAnswer(error) && !(error instanceof AppError)) {
        broken = error as Error
      }
      if (isUseless(error)) broken ??= error as Error
      throw translated(error)
    } finally {
      client.release(broken)
    }
  }

  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await connected()
    let broken: Error | undefined
    try {
      return await work(client)
    } catch (error) {
      if (isUseless(error) || !isAnswer(error)) broken = error as Error
      throw translated(error)
    } finally {
      client.release(broken)
    }
  }

  return {
    ...handleOn(
      (query, params) => withClient((client) => runQuery(client, query, params)),
      (text) => pool.query(text),
    ),
    transaction,
    together: (work) =>
      withClient((client) =>
        work(
          handleOn(
            (query, params) => runQuery(client, query, params),
            (text) => client.query(text),
          ),
        ),
      ),
    ping: async () => {
      await withClient(async (client) => {
        const { rows } = await client.query<{ state: string }>(
          "select current_setting('transaction_read_only') as state",
        )
        if (rows[0]?.state === 'on') throw readOnlyServer()
      }).catch((error: unknown) => {
        throw error instanceof AppError ? error : unavailable(error)
      })
    },
    hurry: (patienceMs) => {
      setTimeout(() => {
        isCut = true
        for (const client of clients) cut(client)
      }, patienceMs).unref()
    },
    connections: () => {
      const { totalCount, idleCount, waitingCount } = pool
      return { active: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
    },
    close: () => pool.end(),
  }
}

function handleOn(
  execute: <R extends Row>(query: Query<R>, params: readonly unknown[]) => Promise<pg.QueryResult<R>>,
  executeScript: (text: string) => Promise<unknown>,
): Handle {
  return {
    many: async (query, params = []) => (await execute(query, params)).rows,
    find: async (query, params = []) => (await execute(query, params)).rows[0],
    get: async (query, params = []) => {
      const [row] = (await execute(query, params)).rows
      if (row === undefined) throw new Error(`No row came back from: ${query.text}`)
      return row
    },
    run: async (query, params = []) => (await execute(query, params)).rowCount ?? 0,
    script: async (text) => {
      await executeScript(text)
    },
  }
}

/** `pg` offers no other way to end a connection that no longer answers. */
function cut(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

const maxAttempts = 3
const int8 = 20

/** `bigint` columns hold counts and Unix milliseconds, all far below 2^53, so they may be plain numbers. */
function getTypeParser(oid: number, format?: string) {
  if (oid === int8) return Number
  return pg.types.getTypeParser(oid, format as 'text')
}
