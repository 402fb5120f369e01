import pg from 'pg'
import { StartRefused } from '../platform/start-refused.ts'
import { sessionSettings } from './database.ts'

const oldestVersion = 15
const patienceMs = 10_000

interface Target {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

interface Facts {
  readonly version: number
  readonly version_text: string
  readonly is_replica: boolean
  readonly is_read_only: boolean
  readonly schema: string | null
  readonly may_create: boolean | null
}

/**
 * Connects to the Postgres of `DATABASE_URL` as the service does. Throws one sentence with the reason if that fails.
 */
export async function checkConnection(url: string): Promise<void> {
  const [client, other] = [openClient(url), openClient(url)]
  const { host, port, user = '', database = '' } = client
  const target: Target = { host, port, user, database }
  // If the connection breaks during the check, the running statement fails with the same error.
  for (const each of [client, other]) each.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Facts & pg.QueryResultRow>(
      `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as version_text,
         pg_is_in_recovery() as is_replica, current_setting('transaction_read_only')::boolean as is_read_only,
         current_schema() as schema, has_schema_privilege(current_schema(), 'create') as may_create`,
    )
    const fault = rows[0] && faultOf(rows[0], target)
    if (fault) throw new StartRefused(fault)
    await other.connect()
    if (!(await haveOwnSessions(client, other))) throw new StartRefused(sharedSessions(target))
  } catch (error) {
    throw error instanceof StartRefused ? error : new StartRefused(explain(error, target))
  } finally {
    await Promise.all([client, other].map((each) => each.end().catch(() => undefined)))
  }
}

/** Returns false behind a pooler in transaction mode: two clients then share a session, or one client gets several. */
async function haveOwnSessions(client: pg.Client, other: pg.Client): Promise<boolean> {
  const sessionOf = async (each: pg.Client) =>
    (await each.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  const own = await sessionOf(client)
  await other.query('begin')
  const others = await sessionOf(other)
  const meanwhile = await sessionOf(client)
  await other.query('commit')
  return own !== others && own === meanwhile && own === (await sessionOf(client))
}

function sharedSessions(target: Target): string {
  return `${nameOf(target)} is behind a pooler that shares its connections between transactions, and Muster needs its own. In pgbouncer set pool_mode = session, or name Postgres itself in DATABASE_URL.`
}

function openClient(url: string): pg.Client {
  try {
    return new pg.Client({
      ...sessionSettings,
      connectionString: url,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    })
  } catch {
    // The parser's message quotes the URL, which contains the password.
    throw new StartRefused(
      'DATABASE_URL cannot be read as a URL. Write it as postgres://user:password@host:5432/database, with signs such as / # @ in the password as %2F %23 %40.',
    )
  }
}

function faultOf(facts: Facts, target: Target): string | undefined {
  const { version, version_text, is_replica, is_read_only, schema, may_create } = facts
  const postgres = nameOf(target)
  if (version < oldestVersion) {
    return `${postgres} is version ${version_text}, and Muster needs ${oldestVersion} or later. Upgrade it, or set DATABASE_URL to a newer one.`
  }
  if (is_replica) return `${postgres} is a replica that can only be read. Set DATABASE_URL to the primary.`
  if (is_read_only) {
    return `${postgres} takes no changes: default_transaction_read_only is on. Turn it off for the database ${target.database} and the user ${target.user}.`
  }
  if (schema === null || !may_create) {
    const name = schema ?? 'public'
    return `The user ${target.user} may not create tables in the database ${target.database}. Allow it there: GRANT CREATE ON SCHEMA ${name} TO ${target.user}`
  }
  return undefined
}

function explain(error: unknown, target: Target): string {
  const { host, port, user, database } = target
  const postgres = nameOf(target)
  const { code, message } = error as { code?: string; message: string }
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host ${host} is not known by any name server. Correct the host in DATABASE_URL.`
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `Nothing listens at ${host}:${port}. Start Postgres there, or correct host and port in DATABASE_URL.`
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return silent(target)
    case '28P01':
      return `${postgres} refuses the password of the user ${user}. Correct it in DATABASE_URL; signs such as / # @ are written as %2F %23 %40.`
    case '28000':
      return /pg_hba/.test(message)
        ? `${postgres} lets the user ${user} not in from this machine (${message}). Allow it in pg_hba.conf, or add ?sslmode=require if it asks for TLS.`
        : `${postgres} has no user ${user} who may log in. Create one, or correct the user in DATABASE_URL.`
    case '3D000':
      return `${postgres} has no database ${database}. Create it with CREATE DATABASE ${database} OWNER ${user}, or correct DATABASE_URL.`
    case '42501':
      return `The user ${user} may not connect to the database ${database}. Allow it: GRANT CONNECT ON DATABASE ${database} TO ${user}`
    case '53300':
      return `${postgres} has no connection left. Raise its max_connections, or lower MUSTER_DATABASE_CONNECTIONS of the nodes.`
    case '57P03':
      return `${postgres} is just starting or stopping. Try again in a moment.`
  }
  if (/unsupported startup parameter/.test(message)) {
    return `A pooler at ${host}:${port} refuses what Muster tells Postgres (${message}). In pgbouncer set ignore_startup_parameters = statement_timeout,lock_timeout,options and pool_mode = session, or name Postgres itself in DATABASE_URL.`
  }
  if (/statement pooling/.test(message)) return sharedSessions(target)
  if (/timeout/i.test(message)) return silent(target)
  if (/does not support SSL/.test(message)) return `${postgres} speaks no TLS. Add ?sslmode=disable to DATABASE_URL.`
  if (/password must be a string/.test(message)) {
    return `${postgres} asks for a password, and DATABASE_URL has none for the user ${user}.`
  }
  if (/CERT|certificate/.test(`${code} ${message}`)) {
    return `The certificate of ${postgres} is not trusted (${message}). Name its authority with sslrootcert in DATABASE_URL.`
  }
  return `${postgres} cannot be used (${message}). Look at its log, and at DATABASE_URL.`
}

function silent({ host, port }: Target): string {
  return `${host}:${port} does not answer. Look for a firewall between, or correct host and port in DATABASE_URL.`
}

function nameOf({ host, port }: Target): string {
  return `Postgres at ${host}:${port}`
}
