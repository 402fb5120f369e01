import { existsSync } from 'node:fs'
import { type DuckDBConnection, DuckDBInstance, type DuckDBValue } from '@duckdb/node-api'
import type { Log } from '../../../ground/platform/log.ts'
import { unavailable } from '../unavailable.ts'
import { createEventFile, fileOptions, prepareTable } from './create-event-file.ts'
import { cutTornEnd } from './cut-torn-end.ts'
import { forgetUnflushed } from './forget-unflushed.ts'
import { createInsert } from './insert.ts'
import { takeOver } from './left-by-earlier.ts'
import { type DuckDbRow, readRows } from './rows.ts'

interface OpenFile {
  readonly instance: DuckDBInstance
  /** The only connection that writes. */
  readonly writer: DuckDBConnection
  readonly insert: Awaited<ReturnType<typeof createInsert>>
}

/**
 * The database file, which is reopened after a fatal error of DuckDB. If DuckDB cannot write, for example on a full
 * disk, every statement fails until the file is closed and opened again; committed data is not lost. If only the flush
 * of a commit fails, DuckDB rolls the commit back and the file stays open.
 */
export class EventFile {
  readonly #path: string
  readonly #log: Log
  #file: OpenFile | undefined
  #opening: Promise<OpenFile> | undefined
  #users = 0
  /** Settles when the last write is done. */
  #written: Promise<unknown> = Promise.resolve()
  /** Set while the file must be closed after a fatal error; resolved once it is closed. */
  #broken: PromiseWithResolvers<void> | undefined
  #closed: PromiseWithResolvers<void> | undefined

  constructor(path: string, log: Log) {
    this.#path = path
    this.#log = log
  }

  async open(): Promise<void> {
    await this.#opened()
  }

  /** Runs statements on the writing connection, one caller at a time. */
  async write(work: (file: OpenFile) => Promise<void>): Promise<void> {
    const file = await this.#enter()
    try {
      const done = this.#written.then(() => work(file))
      this.#written = done.catch(() => undefined)
      await done
    } catch (error) {
      throw this.#translate(error)
    } finally {
      this.#leave()
    }
  }

  /** Streams an answer, as of the moment when it began, on a connection of its own. */
  async *stream<T>(query: string, values: DuckDBValue[], toValue: (row: DuckDbRow) => T): AsyncGenerator<T[]> {
    const { instance } = await this.#enter()
    let connection: DuckDBConnection | undefined
    try {
      connection = await instance.connect()
      yield* readRows(await connection.stream(query, values), toValue)
    } catch (error) {
      throw this.#translate(error)
    } finally {
      connection?.closeSync()
      this.#leave()
    }
  }

  async all<T>(query: string, values: DuckDBValue[], toValue: (row: DuckDbRow) => T): Promise<T[]> {
    const all: T[] = []
    for await (const piece of this.stream(query, values, toValue)) for (const value of piece) all.push(value)
    return all
  }

  /** Resolves when all reads and writes are done. */
  close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = Promise.withResolvers()
      this.#users++
      this.#leave()
    }
    return this.#closed.promise
  }

  async #enter(): Promise<OpenFile> {
    // New calls wait until a broken file is closed: under constant load it would never be unused.
    await this.#broken?.promise
    if (this.#closed) throw unavailable(new Error('The event store is closed.'))
    this.#users++
    try {
      return await this.#opened()
    } catch (error) {
      this.#leave()
      throw this.#translate(error)
    }
  }

  /** The last user closes the file if it must be closed. */
  #leave(): void {
    this.#users--
    if (this.#users === 0 && (this.#broken || this.#closed)) this.#shut()
  }

  #shut(): void {
    const file = this.#file
    this.#file = undefined
    file?.insert.close()
    file?.writer.closeSync()
    file?.instance.closeSync()
    this.#broken?.resolve()
    this.#broken = undefined
    this.#closed?.resolve()
  }

  async #opened(): Promise<OpenFile> {
    if (this.#file) return this.#file
    this.#opening ??= openFile(this.#path, this.#log).finally(() => {
      this.#opening = undefined
    })
    this.#file = await this.#opening
    return this.#file
  }

  #translate(error: unknown): unknown {
    if (/FATAL|has been invalidated/.test(String(error))) this.#broken ??= Promise.withResolvers()
    this.#log.error({ err: error }, 'The event store failed')
    return unavailable(error)
  }
}

async function openFile(path: string, log: Log): Promise<OpenFile> {
  await createEventFile(path)
  const journal = `${path}.journal`
  // The files exist if the last user could not close the database, perhaps because the disk failed.
  const leftOver = [`${path}.wal`, journal].filter((file) => existsSync(file))
  if (leftOver.length > 0) for (const file of [path, ...leftOver]) await forgetUnflushed(file, log)
  const instance = await DuckDBInstance.create(path, fileOptions()).catch(async (error: unknown) => {
    const cut = await cutTornEnd(path, error)
    if (cut === undefined) throw error
    log.error({ cut }, 'The disk kept the last write to the event store only in part; it was cut off and kept aside')
    return DuckDBInstance.create(path, fileOptions())
  })
  try {
    const writer = await instance.connect()
    await prepareTable(writer)
    await takeOver(writer, journal, log)
    return { instance, writer, insert: await createInsert(writer) }
  } catch (error) {
    instance.closeSync()
    throw error
  }
}
