import { rm } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Log } from '../../platform/log.ts'
import { Journal, readJournal } from './journal.ts'
import { keepAside } from './keep-aside.ts'

/** One row with the number of the journal whose texts were moved last. */
const movedName = 'moved_journal'
/** The texts that wait in a store of an earlier version. */
const earlierName = 'arrivals'

/** An earlier version that opens the file finds its table. */
export const createArrivalsTables = `create table if not exists ${earlierName} (events varchar not null);
create table if not exists ${movedName} as select 0::bigint as number`

/** What may wait. Moving it takes some milliseconds, during which a sender waits. */
const maxWaiting = 250
const maxWaitingLength = 2 ** 20

/** How texts get into the table of events. */
interface TextTable {
  readonly insert: (texts: readonly string[]) => Promise<void>
  /** The statement for the texts in the column `events` of a table. */
  readonly insertFrom: (table: string) => string
}

interface ArrivalsOptions {
  readonly path: string
  readonly log: Log
}

/**
 * Stores a few events as the text in which they travel, in a journal beside the file, and moves all such texts to the
 * table of events before anybody reads. DuckDB takes more than a millisecond to commit a row; the journal takes what the
 * disk takes.
 *
 * Every text gets into the table once, whenever the process or the machine dies: the transaction that inserts the texts
 * of a journal also notes its number. On opening, the texts of a journal are moved if its number is higher than the noted
 * one. A lower one was moved already, and the disk has not heard that it was removed.
 *
 * Calls must come one after the other.
 */
export async function openArrivals(connection: DuckDBConnection, table: TextTable, { path, log }: ArrivalsOptions) {
  const noteMoved = await connection.prepare(`update ${movedName} set number = $1`)
  let waiting: string[] = []
  let length = 0

  async function moveTexts(texts: readonly string[], number: number): Promise<void> {
    noteMoved.bindBigInt(1, BigInt(number))
    await inTransaction(connection, async () => {
      await table.insert(texts)
      await noteMoved.run()
    })
  }

  /** Moves what a killed process left, or a file that was given up. */
  async function moveLeft(): Promise<void> {
    const left = await readJournal(path)
    if (left === undefined) return
    const { number = Number.POSITIVE_INFINITY, texts, rest } = left
    if (number > (await lastMoved(connection))) {
      if (rest.length > 0) {
        const cut = await keepAside(path, rest)
        log.error(
          { cut },
          'The disk kept the journal of the event store only in part; the rest was cut off and kept aside',
        )
      }
      if (texts.length > 0) await moveTexts(texts, number)
    }
    await rm(path)
  }

  async function move(): Promise<void> {
    if (waiting.length === 0) return
    await moveTexts(waiting, journal.number)
    waiting = []
    length = 0
    await journal.beginAnew()
  }

  await moveEarlier(connection, table)
  await moveLeft()
  const journal = new Journal(path, (await lastMoved(connection)) + 1)
  return {
    get isEmpty() {
      return waiting.length === 0
    },
    get isFull() {
      return waiting.length >= maxWaiting || length >= maxWaitingLength
    },
    /** Whether the file must be opened anew before anything more is kept. */
    get isBroken() {
      return journal.isBroken
    },
    async keep(text: string): Promise<void> {
      await journal.append(text)
      waiting.push(text)
      length += text.length
    },
    /** Moves all stored texts to the table of events. */
    move,
    /** Leaves nothing beside the file, so that an earlier version may open it. */
    async empty(): Promise<void> {
      await move()
      await journal.remove()
    },
    async close(): Promise<void> {
      noteMoved.destroySync()
      await journal.close()
    },
  }
}

async function lastMoved(connection: DuckDBConnection): Promise<number> {
  return Number((await connection.runAndReadAll(`select number from ${movedName}`)).value(0, 0))
}

async function moveEarlier(connection: DuckDBConnection, { insertFrom }: TextTable): Promise<void> {
  const found = await connection.runAndReadAll(`select count(*) from ${earlierName}`)
  if (Number(found.value(0, 0)) === 0) return
  await inTransaction(connection, async () => {
    await connection.run(insertFrom(earlierName))
    await connection.run(`delete from ${earlierName}`)
  })
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
