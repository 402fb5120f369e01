import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testServer } from '../src/testing/test-server.ts'

const folder = new URL('../src/ground/database/migrations/', import.meta.url)

/** A schema of its own, as it was before the migration whose number is given. */
async function before(number: string) {
  const { databaseUrl } = await testServer()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('create schema earlier; set search_path to earlier')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const run = async (chosen: string[]) => {
    for (const name of chosen) await client.query(await readFile(new URL(name, folder), 'utf8'))
  }
  await run(names.filter((name) => name < number))
  return { client, migrate: () => run(names.filter((name) => name >= number)) }
}

const id = (number: number) => `00000000-0000-7000-8000-00000000000${number}`

describe('an installation from before keys knew their makers', () => {
  it('keeps its users and keys, knows who has acted, and lets kept answers go', async () => {
    const { client, migrate } = await before('0030')
    const organization = id(0)
    await client.query('insert into organizations (id, name, created_at, created_by) values ($1, $2, 5, $3)', [
      organization,
      'old',
      id(1),
    ])
    // The founder, somebody who signed in, somebody who used a key, and somebody who was merely invited.
    for (const [number, signedIn] of [[1], [2, 7], [3], [4]] as const) {
      const email = `${number}@old.test`
      await client.query(
        `insert into users (id, organization_id, email, email_key, role, created_at, last_sign_in_at)
         values ($1, $2, $3, $3, 'member', 5, $4)`,
        [id(number), organization, email, signedIn ?? null],
      )
    }
    for (const [number, usedAt] of [[3, 9], [4]] as const) {
      await client.query(
        `insert into api_keys (id, organization_id, user_id, name, secret_hash, created_at, last_used_at)
         values ($1, $2, $3, 'key', '\\x00', 6, $4)`,
        [`key${number}`, organization, id(number), usedAt ?? null],
      )
    }
    await client.query(
      `insert into idempotency_keys (organization_id, user_id, key, request_hash, status, sealed_answer, created_at)
       values ($1, $2, 'k', '\\x00', 201, 'sealed', 6)`,
      [organization, id(3)],
    )
    await migrate()
    const { rows } = await client.query('select email, accepted_at from users order by email')
    expect(rows.map(({ accepted_at }) => accepted_at)).toEqual(['5', '5', '5', null])
    const keys = await client.query('select id, parent_id from api_keys order by id')
    expect(keys.rows).toEqual([
      { id: 'key3', parent_id: null },
      { id: 'key4', parent_id: null },
    ])
    expect((await client.query('select 1 from idempotency_keys')).rows).toEqual([])
  })
})
