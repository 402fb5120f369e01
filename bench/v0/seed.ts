import type pg from 'pg'
import { computerCount, computerIdSql, messagesPerSession, sessionIdSql, userCount } from './rows.ts'

export interface Seeded {
  readonly sessions: number
  readonly messages: number
  readonly seconds: number
  readonly megabytes: number
}

/** Fills the database by SQL, as a year of work would: a session a minute, with messages of ordinary sizes. */
export async function seed(client: pg.Client, sessions: number): Promise<Seeded> {
  const startedAt = performance.now()
  // The rows satisfy all foreign keys. Checking two million of them would take most of the time.
  await client.query('set session_replication_role = replica')
  const { rows } = await client.query<{ organization_id: string; id: string }>(
    `select organization_id, id from users where role = 'owner'`,
  )
  const [owner] = rows
  if (!owner) throw new Error('The service has created no owner.')
  await client.query(insertUsers, [owner.organization_id, Date.now()])
  await client.query(insertComputers, [owner.organization_id, owner.id, Date.now()])
  await client.query(insertSessions, [owner.organization_id, sessions, Date.now(), prose()])
  await client.query(insertMessages, [owner.organization_id, sessions, Date.now(), prose()])
  await client.query('reset session_replication_role')
  // Postgres would otherwise do this in the background, in the middle of a measurement.
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  const size = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  return {
    sessions,
    messages: sessions * messagesPerSession,
    seconds: (performance.now() - startedAt) / 1000,
    megabytes: Number(size.rows[0]?.bytes) / 1e6,
  }
}

const insertUsers = `
  insert into users (id, organization_id, email, email_key, role, created_at)
  select gen_random_uuid(), $1::uuid, format('user%s@example.com', n), format('user%s@example.com', n), 'member', $2::bigint
  from generate_series(1, ${userCount}) n`

const insertComputers = `
  insert into computers (id, organization_id, user_id, name, name_key, provider_type, status, provisioning_steps,
    credential_hash, created_at)
  select ${computerIdSql('n')}, $1::uuid, $2::uuid, format('computer %s', n), format('computer %s', n), 'byom', 'active',
    '[]', sha256(n::text::bytea), $3::bigint
  from generate_series(0, ${computerCount - 1}) n`

const insertSessions = `
  insert into sessions (id, organization_id, user_id, computer_id, status, message_count, title, settings, token_usage,
    created_at, updated_at, completed_at)
  select ${sessionIdSql('n')}, $1::uuid, people.ids[1 + n % ${userCount}], ${computerIdSql(`n % ${computerCount}`)}, 'idle',
    ${messagesPerSession}, substr($4::text, 1 + n * 31 % 2000, 20 + n % 40),
    ('{"model":"claude-sonnet-4-5","reasoningEffort":"medium","interactionMode":"auto","autonomyLevel":"medium",'
      || '"autonomyMode":"auto-medium","tags":[{"name":"team-' || n % 20 || '"}]}')::json,
    format('{"inputTokens":%s,"outputTokens":%s,"cacheCreationTokens":%s,"cacheReadTokens":%s,"thinkingTokens":%s}',
      n % 90000, n % 7000, n % 30000, n % 900000, n % 4000)::json,
    made.at, made.at + 1200000, made.at + 1200000
  from generate_series(0, $2::int - 1) n
  cross join (select array_agg(id) as ids from users where organization_id = $1::uuid) people
  cross join lateral (select $3::bigint - ($2::int - n) * 60000::bigint as at) made
  order by n`

/** A question, then the agent's answers and the output of its tools in turn: 100 to 1,500 characters each. */
const insertMessages = `
  insert into messages (session_id, seq, organization_id, id, role, content, details, created_at, updated_at)
  select ${sessionIdSql('n')}, seq, $1::uuid, uuidv7(), case when seq % 10 = 1 then 'user' when seq % 2 = 0 then 'assistant' else 'tool' end,
    ('[{"type":"text","text":"' || substr($4::text, 1 + (n * 7 + seq * 131) % 2000,
        100 + (n * 13 + seq * 89) % case when seq % 10 = 1 then 300 else 1400 end)
      || '","id":"' || gen_random_uuid() || '"}]')::json,
    '{"visibility":"both","isUserVisible":true}', made.at, made.at
  from generate_series(0, $2::int - 1) n
  cross join generate_series(1, ${messagesPerSession}) seq
  cross join lateral (select $3::bigint - ($2::int - n) * 60000::bigint + seq * 1000 as at) made`

const words =
  'the agent reads a file and finds that test of cache is wrong so it changes two lines runs suite again then writes what was done why it helps where to look next branch merge review error stack trace value returns null when key expires before request'.split(
    ' ',
  )

/** Words in no order that repeats soon, so that it compresses about as well as real text. */
function prose(): string {
  let state = 1
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return words[state % words.length]
  }
  return Array.from({ length: 800 }, next).join(' ').slice(0, 3600)
}
