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
 * Watches all tables of a database: a trigger of each notes what is committed. Left out are those that are computed in the
 * background, at times of their own.
 */
export async function watchWrites(databaseUrl: string): Promise<WriteWatch> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname not like 'analytics%' and relname not in ('credit_days', 'credit_use', 'nodes')`,
  )
  const triggers = rows.map(({ name }) => {
    const ignored = (quietly[name] ?? []).map((column) => `'${column}'`).join(', ')
    return `create trigger note_write after insert or update or delete on "${name}"
      for each row execute function watch.note_write(${ignored})`
  })
  await client.query([notes, ...triggers].join(';\n'))
  return {
    state: async () => JSON.stringify((await client.query(newest)).rows),
    close: () => client.end(),
  }
}

const newest = { name: 'newest', text: 'select max(id) from watch.writes' }

/** The arguments of the trigger are columns whose changes do not count. */
const notes = `
  create schema watch;
  create table watch.writes (id bigint generated always as identity primary key);
  create function watch.note_write() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and tg_nargs > 0 and to_jsonb(old) - tg_argv = to_jsonb(new) - tg_argv then
      return null;
    end if;
    insert into watch.writes default values;
    return null;
  end $$`
