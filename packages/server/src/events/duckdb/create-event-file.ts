import { chmod, rm, stat } from 'node:fs/promises'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { putInPlace } from '../../platform/replace-file.ts'
import { type Column, type ColumnKind, columns, quote, tableName } from '../columns.ts'
import { missingColumns } from '../schema-version.ts'
import { createArrivalsTable } from './arrivals.ts'
import { memoryLimit } from './memory-limit.ts'

/**
 * Ids are random: to look for a way to compress them only makes checkpoints longer. The type is that of sixteen bytes; DuckDB
 * keeps four more with each value of a type of any length.
 */
const types: Record<ColumnKind, string> = {
  text: `varchar default ''`,
  id: 'uuid not null using compression uncompressed',
  day: 'date not null',
  number: 'bigint default 0',
  measure: 'bigint',
}

/** DuckDB adds no column that must not be null, so those that came later may be. Nothing ever writes a null there. */
export function definitionOf({ name, kind, since }: Column): string {
  return `${quote(name)} ${types[kind]}${since === 1 && !types[kind].includes('not null') ? ' not null' : ''}`
}

const createTable = `create table if not exists ${tableName} (${columns.map(definitionOf).join(', ')})`

/** Brings the tables to the present schema; that of events in one transaction. */
export async function prepareTable(connection: DuckDBConnection): Promise<void> {
  await connection.run(createTable)
  await connection.run(createArrivalsTable)
  const present = await connection.runAndReadAll(`select name, type from pragma_table_info('${tableName}')`)
  const typeOf = new Map(present.getRows().map(([name, type]) => [String(name), String(type)]))
  const missing = missingColumns([...typeOf.keys()])
  // Before version 3, ids were bytes of any length.
  const isOfAnyLength = typeOf.get('id') === 'BLOB'
  if (missing.length === 0 && !isOfAnyLength) return
  await connection.run('begin')
  for (const column of missing) await connection.run(`alter table ${tableName} add column ${definitionOf(column)}`)
  if (isOfAnyLength) await connection.run(`alter table ${tableName} alter column ${quote('id')} type uuid`)
  await connection.run('commit')
}

export function fileOptions(): Record<string, string> {
  return {
    memory_limit: memoryLimit(),
    // A checkpoint writes what is new and leaves the rest alone. Tidying up what older ones wrote would make every third
    // one take a second, and nobody can append meanwhile.
    max_vacuum_tasks: '0',
    // The format of this very version makes smaller files in less time; no older one has to read them.
    storage_compatibility_version: 'latest',
    // The service must not fetch code from the network, whatever a query names.
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  }
}

/** DuckDB begins a file with three blocks of this size. Before all of them are there, nothing can be in it. */
const headerBytes = 3 * 4096

/**
 * Makes the file, unless it is there. DuckDB cannot open a file that it was killed over while it wrote the first bytes, so
 * an empty database is made aside and gets its name when all of it is on the disk. What an earlier version was killed over is
 * replaced.
 */
export async function createEventFile(path: string): Promise<void> {
  if ((await sizeOf(path)) >= headerBytes || (await sizeOf(`${path}.wal`)) > 0) return
  const draft = `${path}.new`
  for (const leftOver of [draft, `${draft}.wal`]) await rm(leftOver, { force: true })
  const instance = await DuckDBInstance.create(draft, fileOptions())
  try {
    const connection = await instance.connect()
    await prepareTable(connection)
    // Without a log beside it, the file is all that has to be renamed.
    await connection.run('checkpoint')
    connection.closeSync()
  } finally {
    instance.closeSync()
  }
  await chmod(draft, 0o600)
  await putInPlace(draft, path)
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path, { throwIfNoEntry: false }))?.size ?? 0
}
