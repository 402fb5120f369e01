import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

export interface TableShape {
  readonly name: string
  /** The stored columns, without generated ones. */
  readonly columns: readonly string[]
}

export interface DatabaseShape {
  readonly migrations: readonly string[]
  /** Sorted so that a table comes after those that it references, so that they can be filled in this order. */
  readonly tables: readonly TableShape[]
  /** The last number of each sequence. */
  readonly sequences: Readonly<Record<string, number>>
}

const tablesText = `
  select c.relname as name, array(
      select attname::text from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
    array(select distinct confrelid::regclass::text from pg_constraint
      where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as needs
  from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by c.relname`

const sequencesText = `
  select sequencename as name, last_value from pg_sequences
  where schemaname = current_schema() and last_value is not null`

/** Opens a connection without the limits that the service sets for short statements. */
export async function connectAlone(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: 'muster backup', connectionTimeoutMillis: 10_000 })
  // Without a listener, a lost connection would end the process. The running statement fails with the same error.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Reads the whole database as of now; later changes are not visible. End the client to close the snapshot. */
export async function openSnapshot(client: pg.Client) {
  await client.query('begin isolation level repeatable read, read only')
  // The snapshot is taken by the first query.
  const { rows } = await client.query<TableShape & { needs: string[] }>(tablesText)
  const tables = inOrder(rows)

  return {
    async shape(): Promise<DatabaseShape> {
      const migrations = await client.query<{ name: string }>('select name from migrations order by name')
      const sequences = await client.query<{ name: string; last_value: string }>(sequencesText)
      return {
        migrations: migrations.rows.map(({ name }) => name),
        tables: tables.map(({ name, columns }) => ({ name, columns })),
        sequences: Object.fromEntries(sequences.rows.map((row) => [row.name, Number(row.last_value)])),
      }
    },
    /** The COPY text of a table, in pieces. */
    copy({ name, columns }: TableShape): AsyncIterable<Buffer> {
      return client.query(copyTo(`copy ${identifiers([name])} (${identifiers(columns)}) to stdout`))
    },
  }
}

export function identifiers(names: readonly string[]): string {
  return names.map(pg.escapeIdentifier).join(', ')
}

function inOrder(tables: readonly (TableShape & { needs: readonly string[] })[]): TableShape[] {
  const ordered: TableShape[] = []
  let rest = [...tables]
  while (rest.length > 0) {
    const waiting = new Set(rest.map(({ name }) => name))
    const ready = rest.filter(({ needs }) => !needs.some((name) => waiting.has(name)))
    if (ready.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...waiting].join(', ')}.`)
    ordered.push(...ready)
    rest = rest.filter((table) => !ready.includes(table))
  }
  return ordered
}
