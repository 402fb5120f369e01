import type { DuckDBConnection } from '@duckdb/node-api'

/** Texts with a few events each, in the order of their arrival. */
const tableName = 'arrivals'

export const createArrivalsTable = `create table if not exists ${tableName} (events varchar not null)`

/** So many texts wait at the most: to move them takes some milliseconds, for which a sender waits. */
const maxWaiting = 250

/**
 * Few events at a time are kept as the text in which they travel, and are moved to the table of events together, before
 * anybody reads. A commit costs DuckDB some fifty microseconds for every column of a table, and this one has a single one.
 *
 * They are as durable as in the table: same file, same log, same flush. All calls must come one after the other.
 *
 * `insertEvents` is the statement that inserts the events of all texts which `source` selects.
 */
export async function openArrivals(connection: DuckDBConnection, insertEvents: (source: string) => string) {
  const keepText = await connection.prepare(`insert into ${tableName} values ($1)`)
  const moveTexts = await connection.prepare(insertEvents(`select events from ${tableName}`))
  const removeTexts = await connection.prepare(`delete from ${tableName}`)
  const found = await connection.runAndReadAll(`select count(*) from ${tableName}`)
  let waiting = Number(found.value(0, 0))

  async function move(): Promise<void> {
    if (waiting === 0) return
    await inTransaction(connection, async () => {
      await moveTexts.run()
      await removeTexts.run()
    })
    waiting = 0
  }

  return {
    get isEmpty() {
      return waiting === 0
    },
    get isFull() {
      return waiting >= maxWaiting
    },
    async keep(text: string): Promise<void> {
      keepText.bindVarchar(1, text)
      // Counted before it is known to be there: to look for nothing costs little.
      waiting++
      await keepText.run()
    },
    /** Moves everything that was kept to the table of events. */
    move,
    close() {
      for (const statement of [keepText, moveTexts, removeTexts]) statement.destroySync()
    },
  }
}

export async function inTransaction(connection: DuckDBConnection, work: () => Promise<void>): Promise<void> {
  await connection.run('begin')
  try {
    await work()
    await connection.run('commit')
  } catch (error) {
    await connection.run('rollback').catch(() => undefined)
    throw error
  }
}
