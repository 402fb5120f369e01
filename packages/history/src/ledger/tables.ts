import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { openDatabase, openTemporaryDatabase } from '../files/sqlite.ts'

/** Raise it when a table changes, or when a reader returns other records for the same file than before. */
const format = 1
/** The SQLite application id, which identifies our files. */
const application = 0x6d757374

/**
 * The records of each file, unmerged: copies are merged by queries. A file that changes other than by appending is
 * deleted from the tables and read again. A failed tool call is a row without a time, because the call itself may be in
 * another file.
 */
const tables = `
  create table files (
    id integer primary key, agent text, root text, path text, version text, records integer, memory text, skipped text,
    unique (path, agent)
  );
  create table sessions (file integer, n integer, session text, primary key (file, n)) without rowid;
  create table calls (
    file integer, n integer, key text, session text, time integer, took integer, model text, input integer,
    cache_read integer, cache_write integer, cache_write_hour integer, output integer, reasoning integer, cost real,
    telemetry text, primary key (file, n)
  ) without rowid;
  create table tools (
    file integer, n integer, key text, session text, time integer, name text, failed integer, primary key (file, n)
  ) without rowid;
  create table prompts (
    file integer, n integer, key text, session text, time integer, primary key (file, n)
  ) without rowid;
  create trigger forget after delete on files begin
    delete from sessions where file = old.id;
    delete from calls where file = old.id;
    delete from tools where file = old.id;
    delete from prompts where file = old.id;
  end;
  pragma application_id = ${application};
  pragma user_version = ${format};
`

/** SQLite error codes: missing table, corrupt content, not a database. */
const damages = [1, 11, 26]

/**
 * Opens tables for concurrent use by several processes. Throws if they are damaged, or of another program or version.
 */
export function openTables(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = pathIn(folder)
  // SQLite copies the permissions of this file to its -wal and -shm files. An existing file is not opened here: closing
  // it would release this process's POSIX locks on it.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  const database = openDatabase(path)
  try {
    database.exec('pragma busy_timeout = 2000; pragma journal_mode = wal; pragma synchronous = normal')
    if (isEmpty(database)) createOnce(database)
    if (numberOf(database, 'application_id') !== application || numberOf(database, 'user_version') !== format) {
      throw Object.assign(new Error('These tables are of another program or version.'), {
        code: 'FOREIGN',
        errcode: 26,
      })
    }
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Returns whether the tables could be removed. */
export function removeTables(folder: string): boolean {
  try {
    for (const end of ['', '-wal', '-shm']) rmSync(`${pathIn(folder)}${end}`, { force: true })
    return true
  } catch {
    return false
  }
}

/** Whether stored tables cannot be used, for any reason: damage, permissions, a full disk, another process's lock. */
export function isUnusable(error: unknown): boolean {
  return isDamaged(error) || (error instanceof Error && 'code' in error)
}

export function isDamaged(error: unknown): boolean {
  if (error instanceof SyntaxError) return true
  return error instanceof Error && 'errcode' in error && damages.includes(Number(error.errcode) & 0xff)
}

export function openTemporaryTables(): DatabaseSync {
  const database = openTemporaryDatabase()
  database.exec(tables)
  return database
}

function pathIn(folder: string): string {
  return join(folder, 'history.db')
}

function isEmpty(database: DatabaseSync): boolean {
  return database.prepare('select 1 from sqlite_schema').get() === undefined
}

/** Safe if another process does it concurrently. */
function createOnce(database: DatabaseSync): void {
  database.exec('begin immediate')
  if (isEmpty(database)) database.exec(tables)
  database.exec('commit')
}

function numberOf(database: DatabaseSync, pragma: string): unknown {
  return database.prepare(`pragma ${pragma}`).get()?.[pragma]
}
