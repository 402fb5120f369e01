import pg from 'pg'

/** Runs one statement on the database of a test server, beside the service. */
export async function rowsOf(
  databaseUrl: string,
  statement: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** Every row of every table as text, as somebody would read it who got hold of a copy of the database. */
export async function dumpOf(databaseUrl: string): Promise<string> {
  const tables = await rowsOf(databaseUrl, `select tablename from pg_tables where schemaname = 'public' order by 1`)
  const dumps = tables.map(async ({ tablename }) => {
    const rows = await rowsOf(databaseUrl, `select t::text as line from "${tablename}" t`)
    return rows.map(({ line }) => `${tablename} ${line}`).join('\n')
  })
  return (await Promise.all(dumps)).join('\n')
}
