import type { DuckDBConnection } from '@duckdb/node-api'

/** Texts with a few events each, in their order of arrival. */
const tableName = 'arrivals'

export const createArrivalsTable = `create table if not exists ${tableName} (events varchar not null)`

/** The largest number of waiting texts. Moving them takes some milliseconds, during which a sender waits. */
const maxWaiting = 250

/**
 * Stores a few events as the text in which they travel, and moves all such texts to the table of events before anybody
 * reads. A commit costs DuckDB some fifty microseconds for every column of a table, and this table has one column.
 *
 * They are as durable as in the table: same file, same log, same flush. Calls must come one after the other.
 *
 * `insertEvents` is the statement that inserts the events of all texts that `source` selects.
 */
export async function openArrivals(connection: DuckDBConnection, insertEvents: (source: string) => string) {
  const keepText = await connection.prepare(`insert into ${tableName} values ($1::varchar)`)
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
      // Counted before the insert is known to succeed: an unneeded move costs little.
      waiting++
      await keepText.run()
    },
    /** Moves all stored texts to the table of events. */
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
