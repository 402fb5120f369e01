import { chmod, rm, stat } from 'node:fs/promises'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { putInPlace } from '../../../ground/platform/replace-file.ts'
import { type Column, type ColumnKind, columns, quote, tableName } from '../columns.ts'
import { missingColumns } from '../schema-version.ts'
import { memoryLimit } from './memory-limit.ts'

/**
 * Ids are random, so trying to compress them only makes checkpoints longer. This type has sixteen bytes; for types
 * without a fixed length, DuckDB stores four more bytes with each value.
 */
const types: Record<ColumnKind, string> = {
  text: `varchar default ''`,
  id: 'uuid not null using compression uncompressed',
  day: 'date not null',
  number: 'bigint default 0',
  measure: 'bigint',
}

/** DuckDB cannot add a column with NOT NULL, so later columns are nullable. No null is ever written to them. */
function definitionOf({ name, kind, since }: Column): string {
  return `${quote(name)} ${types[kind]}${since === 1 && !types[kind].includes('not null') ? ' not null' : ''}`
}

const createTable = `create table if not exists ${tableName} (${columns.map(definitionOf).join(', ')})`

/** Migrates the table to the current schema, in one transaction. */
export async function prepareTable(connection: DuckDBConnection): Promise<void> {
  await connection.run(createTable)
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
    // A checkpoint then writes only new data. With vacuuming, every third one would take a second, during which appends
    // wait.
    max_vacuum_tasks: '0',
    // The format of the current version makes smaller files in less time; older versions never read them.
    storage_compatibility_version: 'latest',
    // For new files. A checkpoint of some ten thousand events leaves the last block of every column partly empty, so
    // blocks of the usual 256 KB would take a tenth more room.
    default_block_size: '65536',
    // Returns freed memory to the system; without it, the memory stays allocated until the next write.
    allocator_background_threads: 'true',
    // The service must not load code from the network, whatever a query contains.
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  }
}

/** A DuckDB file begins with three blocks of this size. A shorter file holds no data. */
const headerBytes = 3 * 4096

/**
 * Creates the file if it is missing. DuckDB cannot open a file if it was killed while writing the first bytes. So an
 * empty database is created under another name and renamed once it is on disk. An incomplete file of an earlier version
 * is replaced.
 */
export async function createEventFile(path: string): Promise<void> {
  if ((await sizeOf(path)) >= headerBytes || (await sizeOf(`${path}.wal`)) > 0) return
  const draft = `${path}.new`
  for (const leftOver of [draft, `${draft}.wal`]) await rm(leftOver, { force: true })
  const instance = await DuckDBInstance.create(draft, fileOptions())
  try {
    const connection = await instance.connect()
    await prepareTable(connection)
    // After a checkpoint there is no WAL file, so only this file has to be renamed.
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
