import { glob, readFile } from 'node:fs/promises'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { allQueries, type Query } from '../src/ground/database/query.ts'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'

const server = sharedTestServer()

/** Other tests of this process may have made statements of their own. */
const statements = () => allQueries().filter(({ name }) => !name.startsWith('test.'))
const source = new URL('../src/', import.meta.url)

/** Statements that are meant to reach beyond one organization, each with the reason. */
const acrossOrganizations: Readonly<Record<string, string>> = {
  'keys.find_bearers': 'The key is what says which organization is meant.',
  'keys.find_users_by_email': 'The e-mail of an OpenID token comes before its organization is known.',
  'keys.find_bound_users': 'The subject of an OpenID token comes before its organization is known.',
  'keys.owner_emails': 'The operator is told whom a key can be made for.',
  'keys.find_first': 'The first key of the installation is what says which organization is meant.',
  'keys.find_in_any_state': 'A key that is refused says in whose audit log that is told.',
  'browser_sessions.find_open': 'The cookie is what says which organization is meant.',
  'browser_sessions.delete_ended': 'The upkeep deletes what is old, whosever it is.',
  'sign_in_links.find': 'The link is what says which organization is meant.',
  'sign_in_links.find_and_lock': 'The link is what says which organization is meant.',
  'sign_in_links.find_first_owner': 'The first start shows a link to the owner of the organization that it made.',
  'sign_in_links.delete_old': 'The upkeep deletes what is old, whosever it is.',
  'audit.forget_oldest': 'The upkeep deletes what is old, whosever it is.',
  'ingest.forget_series': 'The upkeep deletes what is old, whosever it is.',
  'computers.find_credentials': 'The credential is what says which organization is meant.',
  'computers.count_hosted': 'A host runs computers of every organization, up to its own limit.',
  'managed.list': 'A host runs computers of every organization.',
  'managed.take_over': 'After a restore, all that are hosted are hosted by the only host.',
  'computers.find_gone': 'Every node looks after the computers of all organizations.',
  'quality.forget_requests': 'The upkeep deletes what is old, whosever it is.',
  'ingest.forget_totals': 'The upkeep deletes what is old, whosever it is.',
  'ingest.forget_imported': 'The upkeep deletes what is old, whosever it is.',
  'ingest.organizations_with_unsettled_totals': 'The upkeep finishes what was left undone, whosever it is.',
  'controls.in_force_many': 'Several requests ask together, each for its own organization.',
  'keys.touch': 'Notes the use of keys that were found by themselves; it changes nothing else.',
  'keys.touch_events': 'Notes the events of keys that were found by themselves; it changes nothing else.',
  'keys.accept': 'Notes that users whose keys were found by themselves have accepted; it changes nothing else.',
  'keys.touch_sign_in': 'Notes sign-ins of users that were found by their own token; it changes nothing else.',
  'demo.first_owner': 'The demonstration is for the organization that the first start created.',
  'credits.forget_days': 'Months that nobody asks for any more are deleted, whosever they are.',
  'credits.forget_use': 'Months that nobody asks for any more are deleted, whosever they are.',
  'idempotency.forget': 'The upkeep deletes what is old, whosever it is.',
  'analytics.count_days': 'The metrics of the installation count the days of all of them.',
  'metering.list_turns': 'The node that has the events counts turns of all organizations.',
  'metering.delete_turns': 'Turns that are counted are forgotten, whosever they are.',
  'webhooks.forget_deliveries': 'The upkeep deletes what is old, whosever it is.',
  'sessions.find_retentions': 'The upkeep asks for the retention of every organization.',
}

/** These cannot be prepared, so they are run instead. */
function isCommand({ text }: Query): boolean {
  return /^\s*lock\b/i.test(text)
}

/** A statement registers itself when its file is loaded. */
async function loadEveryStatement(): Promise<void> {
  for await (const name of glob('**/*.ts', { cwd: source, exclude: ['**/*.test.ts'] })) {
    const file = new URL(name, source)
    if (/from '[./]+([a-z]+\/)*query\.ts'/.test(await readFile(file, 'utf8'))) await import(file.href)
  }
}

beforeAll(loadEveryStatement)

/** The part of a statement that decides which rows it is about: the columns of an insertion, else the conditions. */
function reachOf({ text }: Query): string {
  const isInsertion = /^\s*insert\b/i.test(text)
  return isInsertion ? (/\([^)]*\)/.exec(text)?.[0] ?? '') : text.slice(text.search(/\bwhere\b/i))
}

describe('every statement', () => {
  it('is known', () => {
    expect(statements().length).toBeGreaterThan(50)
    expect(statements().map(({ name }) => name)).toEqual(expect.arrayContaining(['sessions.list', 'migrations.record']))
  })

  it('can be prepared against the schema', async () => {
    const client = new pg.Client({ connectionString: server().databaseUrl })
    await client.connect()
    await client.query('begin')
    const faults: Record<string, string> = {}
    for (const query of statements()) {
      await client.query('savepoint before')
      const statement = isCommand(query) ? query.text : `prepare "${query.name}" as ${query.text}`
      await client.query(statement).catch((error: Error) => {
        faults[query.name] = error.message
      })
      await client.query('rollback to savepoint before')
    }
    await client.end()
    expect(faults).toEqual({})
  })

  it('asks for one organization where rows belong to one', async () => {
    const columns = `select table_name from information_schema.columns
      where column_name = 'organization_id' and table_schema = 'public'`
    const tables = (await rowsOf(server().databaseUrl, columns)).map(({ table_name }) => String(table_name))
    expect(tables.length).toBeGreaterThan(10)
    const touching = new RegExp(`\\b(from|join|into|update|delete from)\\s+(${tables.join('|')})\\b`, 'i')
    const far = statements().filter((query) => touching.test(query.text) && !/\borganization_id\b/.test(reachOf(query)))
    // The conditions of these are on the organization itself, which each row is then joined to.
    const byOrganization = far.filter(({ text }) => /\bwhere o\.id = \$1\b/.test(text))
    const others = far.filter((query) => !byOrganization.includes(query)).map(({ name }) => name)
    expect(others.sort()).toEqual(Object.keys(acrossOrganizations).sort())
    for (const { text } of byOrganization) expect(text).toMatch(/\borganization_id = o\.id\b/)
  })

  it('joins rows of the same organization only', () => {
    const joins = statements().flatMap(({ name, text }) =>
      [...text.matchAll(/\bjoin (\w+) \w+ on ([^\n]+)/g)].map(([, table, condition]) => ({ name, table, condition })),
    )
    expect(joins.length).toBeGreaterThan(3)
    for (const { name, table, condition } of joins) {
      const isTied = table === 'organizations' ? /\.organization_id\b/ : /\borganization_id\b/
      expect({ name, table, isTied: isTied.test(condition ?? '') }).toEqual({ name, table, isTied: true })
    }
  })
})
