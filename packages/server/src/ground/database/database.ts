import pg from 'pg'
import { AppError } from '../platform/app-error.ts'
import type { Log } from '../platform/log.ts'
import { isAnswer, isDeadlock, isReadOnly, readOnlyServer, translated, unavailable } from './faults.ts'
import { type Query, type Row, runQuery } from './query.ts'

/** Runs queries: the database itself, or one transaction. */
export interface Handle {
  /** Resolves with all rows. */
  many<R extends Row>(query: Query<R>, params?: readonly unknown[]): Promise<R[]>
  /** Resolves with the first row, or `undefined`. */
  find<R extends Row>(query: Query<R>, params?: readonly unknown[]): Promise<R | undefined>
  /** Resolves with the first row; throws if there is none. */
  get<R extends Row>(query: Query<R>, params?: readonly unknown[]): Promise<R>
  /** Resolves with the number of changed rows. */
  run(query: Query, params?: readonly unknown[]): Promise<number>
  /** Runs a text with several statements, for migrations. */
  script(text: string): Promise<void>
}

/** A handle inside a transaction. Its changes are committed together or not at all. */
export interface Tx extends Handle {
  readonly inTransaction: true
  /** Runs `work` after the commit, and not at all without one. It must not throw. */
  afterCommit(work: () => void): void
  /**
   * Sends a statement without waiting for its result: it is sent together with the next statements, or with `commit`.
   * If it fails, so does the transaction.
   */
  send(query: Query, params: readonly unknown[]): void
  /**
   * Resolves with the first row, or `undefined`, of a statement that is a complete change. As the first statement of
   * the transaction, it is sent without `begin` and `commit`, which together cost as much as the statement itself.
   */
  findWhole<R extends Row>(query: Query<R>, params: readonly unknown[]): Promise<R | undefined>
}

export interface Database extends Handle {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Pipelines queries on one connection. They run in sequence, and each sees what was committed before it. */
  together<T>(work: (handle: Handle) => Promise<T>): Promise<T>
  /** Rejects if the database is unreachable or read-only. */
  ping(): Promise<void>
  /**
   * Gives statements this long to finish, then closes every connection. Call it before closing parts that wait for
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

/** Session settings of every connection. */
export const sessionSettings = {
  application_name: 'muster',
  // A statement that runs longer would hold a connection that other callers need.
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  // Plans every prepared statement once. Otherwise Postgres plans statements with lists anew each time.
  options: '-c plan_cache_mode=force_generic_plan',
} satisfies pg.ClientConfig

export function connectDatabase({ connection, maxConnections, log }: ConnectOptions): Database {
  const clients = new Set<pg.Client>()
  const openedAt = new WeakMap<pg.ClientBase, number>()
  /** Connections that were opened before this time lead to a server that is now read-only. */
  let demotedAt = Number.NEGATIVE_INFINITY
  let isCut = false
  const pool = new pg.Pool({
    ...connection,
    // Clients that are still connecting are in the set, too, so that they can be closed.
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
    // Statements are pipelined: `begin` costs no round trip of its own.
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    // Each connection is a Postgres process of some 5 MB. The most recently used one is used next, so connections that
    // were opened for a burst soon become idle and are closed.
    idleTimeoutMillis: 10_000,
    min: 2,
    ...sessionSettings,
    // Closes the connection if Postgres does not enforce its own limit, because its disk stalls or the network loses
    // the answer.
    query_timeout: 35_000,
  })
  // Without a listener, losing a connection in use would end the process. The query on it fails anyway. Only the
  // message is logged: the error object contains the whole client.
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
   * After a failover, the database's address leads to another server, while open connections lead to the old one. So a
   * connection that turns out to be read-only is closed, together with all that were opened before it. The new server
   * may also be read-only at first, so this happens at most once a second.
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
        // The connection has been released, so `work` can use it.
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
      // Not awaited: the first statement is sent in the same packet.
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
        // The first failure is the cause of those after it.
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

/** `pg` has no other way to close a connection that no longer answers. */
function cut(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

const maxAttempts = 3
const int8 = 20

/** `bigint` columns contain counts and Unix milliseconds, all far below 2^53, so they can be plain numbers. */
function getTypeParser(oid: number, format?: string) {
  if (oid === int8) return Number
  return pg.types.getTypeParser(oid, format as 'text')
}
