import { readdir, readFile } from 'node:fs/promises'
import { StartRefused } from '../platform/start-refused.ts'
import type { Database } from './database.ts'
import { query } from './query.ts'

const folder = new URL('./migrations/', import.meta.url)
/** Takes an advisory lock of this number, so that nodes that start together migrate in sequence. */
const lockText = 'select pg_advisory_xact_lock(7205801)'
const createText = 'create table if not exists migrations (name text primary key)'
const listApplied = query<{ name: string }>('migrations.list', 'select name from migrations')
const recordApplied = query('migrations.record', 'insert into migrations (name) values ($1)')

/** A newer version of Muster has migrated the database. */
class DatabaseAhead extends StartRefused {
  override readonly name = 'DatabaseAhead'
}

/**
 * Brings the schema up to date in one transaction. Returns the names of the applied files. Throws for a database with
 * migrations of a newer version.
 */
export async function migrate(database: Database): Promise<string[]> {
  const files = await migrationFiles()
  return database.transaction(async (tx) => {
    await tx.script(lockText)
    await tx.script(createText)
    const fresh = missingMigrations(
      files,
      (await tx.many(listApplied)).map((row) => row.name),
    )
    for (const name of fresh) {
      await tx.script(await migrationText(name))
      await tx.run(recordApplied, [name])
    }
    return fresh
  })
}

/** The names of all migrations of this version, in order. */
export async function migrationFiles(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

export function migrationText(name: string): Promise<string> {
  return readFile(new URL(name, folder), 'utf8')
}

const hasMigrations = query<{ known: boolean }>(
  'migrations.exist',
  `select to_regclass('migrations') is not null as known`,
)

/**
 * Returns the migrations that a database has and those that it lacks. Throws if it has more than this version knows.
 */
export async function missingFrom(database: Database): Promise<{ applied: string[]; missing: string[] }> {
  const { known } = await database.get(hasMigrations)
  const applied = known ? (await database.many(listApplied)).map((row) => row.name) : []
  return { applied, missing: missingMigrations(await migrationFiles(), applied) }
}

/** The files that a database still lacks. Throws if it has more than these files. */
function missingMigrations(files: readonly string[], applied: readonly string[]): string[] {
  const unknown = applied.filter((name) => !files.includes(name)).sort()
  if (unknown.length > 0) {
    const more = unknown.length === 1 ? '' : ` and ${unknown.length - 1} more`
    throw new DatabaseAhead(
      `A newer version of Muster has migrated this database (${unknown[0]}${more}): start that version, ` +
        'or restore a backup from before with this one.',
    )
  }
  return files.filter((name) => !applied.includes(name))
}
