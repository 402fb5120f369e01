import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Log } from '../../../ground/platform/log.ts'
import { inTransaction } from './in-transaction.ts'
import { insertTexts, usualSeparators } from './insert.ts'
import { keepAside } from './keep-aside.ts'

/**
 * Versions up to 0.1 kept a few events as texts: in a table, then in a journal file. Moves these events to the table of
 * events, exactly once, even if it is interrupted. The journal is removed last.
 */
export async function takeOver(connection: DuckDBConnection, journalPath: string, log: Log): Promise<void> {
  const left = await readJournal(journalPath)
  const tables = await tablesOf(connection)
  if (!left && !tables.areThere) return
  if (left && left.rest.length > 0 && left.number > tables.movedJournal) {
    const cut = await keepAside(journalPath, left.rest)
    log.error({ cut }, 'The disk kept the journal of the event store only in part; the rest was cut off and kept aside')
  }
  await inTransaction(connection, async () => {
    if (tables.hasTexts) await connection.run(insertTexts('select events from arrivals', usualSeparators))
    if (left && left.texts.length > 0 && left.number > tables.movedJournal) {
      const statement = await connection.prepare(insertTexts('select $1::varchar as events', usualSeparators))
      statement.bindVarchar(1, left.texts.join(usualSeparators.rows))
      await statement.run()
      statement.destroySync()
    }
    // The number of a journal whose texts are in the table is kept until the journal is removed.
    await connection.run('drop table if exists arrivals')
    if (left) await connection.run(`create or replace table moved_journal as select ${left.number}::bigint as number`)
  })
  if (left) await rm(journalPath)
  await connection.run('drop table if exists moved_journal')
}

async function tablesOf(connection: DuckDBConnection) {
  const found = await connection.runAndReadAll(`select table_name from duckdb_tables()`)
  const names = found.getRows().map(([name]) => String(name))
  const first = async (query: string) => Number((await connection.runAndReadAll(query)).value(0, 0))
  return {
    areThere: names.includes('arrivals') || names.includes('moved_journal'),
    hasTexts: names.includes('arrivals') && (await first('select count(*) from arrivals')) > 0,
    movedJournal: names.includes('moved_journal') ? await first('select number from moved_journal') : 0,
  }
}

/** A journal begins with this mark, its number in six bytes and a checksum of both. */
const mark = Buffer.from('muster-1')
const beginBytes = mark.length + 6 + 4
/** A record: the length of its text in bytes, a checksum of the journal's beginning and the text, then the text. */
const headBytes = 8

interface LeftJournal {
  readonly number: number
  /** The texts before the first incomplete record. */
  readonly texts: readonly string[]
  /** Everything from that record on. */
  readonly rest: Buffer
}

async function readJournal(path: string): Promise<LeftJournal | undefined> {
  if (!existsSync(path)) return undefined
  const bytes = await readFile(path)
  if (bytes.length === 0) return { number: 0, texts: [], rest: bytes }
  const checksum = bytes.length < beginBytes ? -1 : bytes.readUInt32LE(beginBytes - 4)
  const begin = bytes.subarray(0, beginBytes - 4)
  if (!begin.subarray(0, mark.length).equals(mark) || checksum !== crc32(begin)) {
    return { number: Number.MAX_SAFE_INTEGER, texts: [], rest: bytes }
  }
  const texts: string[] = []
  let at = beginBytes
  for (;;) {
    const length = at + headBytes > bytes.length ? 0 : bytes.readUInt32LE(at)
    const text = bytes.subarray(at + headBytes, at + headBytes + length)
    const isWhole = length > 0 && text.length === length && crc32(text, checksum) === bytes.readUInt32LE(at + 4)
    if (!isWhole) return { number: begin.readUIntLE(mark.length, 6), texts, rest: bytes.subarray(at) }
    texts.push(text.toString())
    at += headBytes + length
  }
}
