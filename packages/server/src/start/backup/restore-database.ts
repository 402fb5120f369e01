import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { migrationFiles, migrationText } from '../../ground/database/migrate.ts'
import { type DatabaseShape, identifiers, type TableShape } from './database-snapshot.ts'
import { BackupRefused, damaged } from './format.ts'

const tablesText = `
  select count(*)::int as count from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')`

export async function refuseUsedDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(tablesText)
  if (rows[0]?.count !== 0) {
    throw new BackupRefused('The database at DATABASE_URL already has tables: name an empty one and restore again.')
  }
}

/** Throws for a database that this version could not serve. */
export async function refuseNewerDatabase({ migrations }: DatabaseShape): Promise<void> {
  const known = await migrationFiles()
  if (migrations.every((name) => known.includes(name))) return
  throw new BackupRefused('A newer version of Muster made this backup: restore it with that version.')
}

/** Creates the empty tables by running the migrations that the backup names. */
export async function createTables(client: pg.Client, { migrations, tables }: DatabaseShape): Promise<void> {
  await client.query('create table migrations (name text primary key)')
  for (const name of [...migrations].sort()) await client.query(await migrationText(name))
  await client.query(`truncate ${identifiers(tables.map(({ name }) => name))}`)
}

/** Fills tables in sequence, in the client's open transaction. */
export function createTableFiller(client: pg.Client, shape: DatabaseShape) {
  let stream: CopyStreamQuery | undefined
  let current = ''
  const counts: Record<string, number> = {}

  async function endTable(): Promise<void> {
    if (!stream) return
    const ending = stream
    stream = undefined
    ending.end()
    await finished(ending)
    counts[current] = ending.rowCount
  }

  return {
    async table(name: string): Promise<void> {
      await endTable()
      const table: TableShape | undefined = shape.tables.find((one) => one.name === name)
      if (!table) throw new BackupRefused(damaged)
      current = name
      stream = client.query(copyFrom(`copy ${identifiers([name])} (${identifiers(table.columns)}) from stdin`))
    },
    async rows(text: Buffer): Promise<void> {
      if (!stream) throw new BackupRefused(damaged)
      if (!stream.write(text)) await once(stream, 'drain')
    },
    /** Resolves with the number of rows of each table. */
    async end(): Promise<Readonly<Record<string, number>>> {
      await endTable()
      for (const [name, last] of Object.entries(shape.sequences)) {
        await client.query('select setval(quote_ident($1)::regclass, $2)', [name, last])
      }
      return counts
    },
  }
}
