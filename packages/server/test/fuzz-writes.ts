import pg from 'pg'

export interface WriteWatch {
  /** A text that changes whenever a row is added, changed or deleted. */
  state(): Promise<string>
  close(): Promise<void>
}

/** When keys and people were seen is written now and then, whatever the requests do. */
const quietly: Readonly<Record<string, readonly string[]>> = {
  api_keys: ['last_used_at'],
  users: ['last_sign_in_at', 'accepted_at'],
}

/**
 * Watches all tables of a database in one statement. A row that was written carries a newer `xmin`.
 * Left out are those that are computed in the background, at times of their own.
 */
export async function watchWrites(databaseUrl: string): Promise<WriteWatch> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables
     where schemaname = 'public' and tablename not like 'analytics%' and tablename not in ('credit_days', 'credit_use', 'nodes')
     order by 1`,
  )
  const statement = rows.map(({ name }) => {
    const ignored = quietly[name]
    const newest = ignored
      ? `md5(string_agg((to_jsonb(t) - array['${ignored.join("','")}'])::text, '' order by to_jsonb(t) ->> 'id'))`
      : 'max(t.xmin::text::bigint)::text'
    return `select '${name}' as name, count(*)::int as rows, ${newest} as newest from "${name}" t`
  })
  return {
    state: async () => JSON.stringify((await client.query(statement.join(' union all '))).rows),
    close: () => client.end(),
  }
}
