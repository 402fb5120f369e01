import pg from 'pg'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LastUse } from '../src/govern/keys/last-use.ts'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'
import { ownDatabase } from './own-stores.ts'

const server = sharedTestServer()
const log = pino({ level: 'silent' })

/** What a node knows of last uses, with connections and a clock of its own. */
function node(nowMs: number) {
  const lastUse = new LastUse({ database: ownDatabase(server(), 2), clock: { now: () => nowMs }, log })
  onTestFinished(() => lastUse.close())
  return lastUse
}

/** Somebody who changes something, in a transaction that is still open. */
async function transaction() {
  const client = new pg.Client({ connectionString: server().databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin')
  return client
}

async function newKeys(count: number): Promise<string[]> {
  const { owner } = server().acme
  const made = await Promise.all(
    Array.from({ length: count }, (_, index) => owner.apiKeys.create({ name: `${index}` })),
  )
  return made.map(({ id }) => id)
}

async function usesOf(ids: readonly string[]): Promise<unknown[]> {
  const rows = await rowsOf(server().databaseUrl, 'select id, last_used_at from api_keys where id = any($1)', [ids])
  return ids.map((id) => rows.find((row) => row.id === id)?.last_used_at).map((at) => at && Number(at))
}

describe('the last use of keys', () => {
  it('never goes back, whichever node writes last', async () => {
    const ids = await newKeys(3)
    const [late, early] = [node(2_000), node(1_000)]
    for (const id of ids) late.keyUsed(id)
    for (const id of ids.toReversed()) early.keyUsed(id)
    await late.flush()
    await early.flush()
    expect(await usesOf(ids)).toEqual([2_000, 2_000, 2_000])
  })

  it('is written without waiting for another node, and for keys that are being changed it is written later', async () => {
    const ids = await newKeys(2)
    const [first = '', second = ''] = ids
    const other = await transaction()
    await other.query('update api_keys set last_used_at = 1 where id = $1', [second])
    const one = node(1_000)
    for (const id of ids) one.keyUsed(id)
    // Were it to wait for the second key while it has the first, the other could not go on.
    await one.flush()
    await other.query('update api_keys set last_used_at = greatest(last_used_at, 1) where id = $1', [first])
    await other.query('commit')
    expect(await usesOf(ids)).toEqual([1_000, 1])
    await one.flush()
    expect(await usesOf(ids)).toEqual([1_000, 1_000])
  })

  it('is kept for the next write if the database fails or one statement cannot take all keys', async () => {
    const ids = await newKeys(2)
    let isBroken = true
    const database = ownDatabase(server(), 2)
    const many: typeof database.many = (query, params) =>
      isBroken ? Promise.reject(new Error('It is away.')) : database.many(query, params)
    const lastUse = new LastUse({ database: { ...database, many }, clock: { now: () => 3_000 }, log })
    onTestFinished(() => lastUse.close())
    for (let index = 0; index < 2_500; index++) lastUse.keyUsed(`unknown ${index}`)
    for (const id of ids) lastUse.keyUsed(id)
    await lastUse.flush()
    isBroken = false
    await lastUse.flush()
    expect(await usesOf(ids)).toEqual([3_000, 3_000])
  })
})

describe('a key that its user makes', () => {
  it('waits for the removal of the user without holding what the removal needs', async () => {
    const { owner } = server().acme
    const user = await owner.users.invite({ email: 'leaves@acme.test', role: 'member' })
    const { id, key } = await owner.apiKeys.create({ name: 'first', userId: user.id })
    const removal = await transaction()
    await removal.query('update users set removed_at = 1 where id = $1', [user.id])
    const made = server().client(key).apiKeys.create({ name: 'second' })
    made.catch(() => undefined)
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(() => rowsOf(server().databaseUrl, waiting)).toHaveLength(1)
    await removal.query(`set lock_timeout = '1ms'`)
    await removal.query('update api_keys set revoked_at = 1 where id = $1', [id])
    await removal.query('commit')
    await expect(made).rejects.toMatchObject({ status: 401 })
  })
})
