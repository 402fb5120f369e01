import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type TestServer, testServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'
import { runUpkeepOf } from './run-upkeep-of.ts'

const dayMs = 24 * 60 * 60 * 1000
const reached = { status: 409, code: 'quota_reached' }

describe('a quota', () => {
  it('of MUSTER_MAX_USERS bounds the present users of an organization', async () => {
    const { acme, globex } = await testServer({ MUSTER_MAX_USERS: '5' })
    const { id: userId } = await acme.owner.users.invite({ email: 'fifth@acme.test', role: 'guest' })
    const sixth = () => acme.owner.users.invite({ email: 'sixth@acme.test', role: 'guest' })
    await expect(sixth()).rejects.toMatchObject(reached)
    await globex.owner.users.invite({ email: 'fifth@globex.test', role: 'guest' })
    await acme.owner.users.remove({ userId })
    expect((await sixth()).email).toBe('sixth@acme.test')
  })

  it('of MUSTER_MAX_COMPUTERS_PER_USER bounds the computers of a user', async () => {
    const { acme } = await testServer({ MUSTER_MAX_COMPUTERS_PER_USER: '2' })
    const { id: computerId } = await acme.member.computers.register({ name: 'one' })
    await acme.member.computers.register({ name: 'two' })
    const third = () => acme.member.computers.register({ name: 'three' })
    await expect(third()).rejects.toMatchObject(reached)
    await acme.manager.computers.register({ name: 'of somebody else' })
    await acme.member.computers.remove({ computerId })
    expect((await third()).name).toBe('three')
  })

  it('of MUSTER_MAX_SESSIONS_PER_USER bounds the sessions of a user', async () => {
    const { acme } = await testServer({ MUSTER_MAX_SESSIONS_PER_USER: '3' })
    const { id: computerId } = await acme.owner.computers.register({ name: 'shared', provider: 'managed' })
    const create = () => acme.member.sessions.create({ computerId })
    const sessions = [await create(), await create(), await create()]
    await expect(create()).rejects.toMatchObject(reached)
    await acme.owner.sessions.create({ computerId })
    await acme.member.sessions.remove({ sessionId: sessions[0]?.sessionId ?? '' })
    await create()
    await expect(create()).rejects.toMatchObject(reached)
  })
})

async function statusOf({ raw }: TestServer, key: string) {
  const { status, headers } = await raw('GET', '/api/v0/me', { key })
  return [status, headers.get('retry-after')]
}

/** Until the service has seen what happened on another connection. */
async function until(expected: number, server: TestServer, key: string) {
  await expect.poll(async () => (await statusOf(server, key))[0]).toBe(expected)
}

/** The only request that may be in flight: its body does not come before `end` is called. */
async function holdTheOnly(server: TestServer, key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  for (;;) {
    const held = request(`${server.address}/api/v0/computers`, { method: 'POST', headers })
    onTestFinished(() => void held.destroy())
    let isOver = false
    const status = new Promise<number | undefined>((resolve) => {
      held.once('response', (answer) => resolve(answer.statusCode)).once('error', () => resolve(undefined))
    }).finally(() => {
      isOver = true
    })
    held.flushHeaders()
    // Each look is a request too, and may come before the held one. So there is one look at a time: an unfinished look
    // would be mistaken for the held request. It pauses first, otherwise the two might always collide.
    while (!isOver) {
      await setTimeout(50)
      const [looked] = await statusOf(server, key)
      if (looked === 429) {
        const end = () => {
          held.end(JSON.stringify({ name: randomUUID() }))
          return status
        }
        return { end, abort: () => held.destroy() }
      }
    }
  }
}

describe('requests in flight', () => {
  it('of a user are bounded by MUSTER_MAX_IN_FLIGHT, and free again when they are answered or given up', async () => {
    const server = await testServer({ MUSTER_MAX_IN_FLIGHT: '1' })
    const { acme } = server
    const { key: second } = await acme.member.apiKeys.create({ name: 'second' })
    const answered = await holdTheOnly(server, acme.member.key)
    expect(await statusOf(server, second)).toEqual([429, '1'])
    expect(await statusOf(server, acme.owner.key)).toEqual([200, null])
    expect(await answered.end()).toBe(201)
    await until(200, server, second)
    const givenUp = await holdTheOnly(server, acme.member.key)
    givenUp.abort()
    await until(200, server, second)
  })

  it('keep their place until the work on them is over, if their callers hang up', async () => {
    const server = await testServer({ MUSTER_MAX_IN_FLIGHT: '1' })
    const { member } = server.acme
    const { id: computerId } = await member.computers.register({ name: 'one' })
    const { sessionId } = await member.sessions.create({ computerId })
    const blocking = new pg.Client({ connectionString: server.databaseUrl })
    await blocking.connect()
    onTestFinished(() => blocking.end())
    await blocking.query('begin')
    await blocking.query('select 1 from sessions where id = $1 for update', [sessionId])
    const headers = { authorization: `Bearer ${member.key}`, 'content-type': 'application/json' }
    const path = `/api/v0/sessions/${sessionId}/messages`
    const posted = request(server.address + path, { method: 'POST', agent: false, headers })
    posted.on('error', () => {}).end('{"text": "Go."}')
    const isWaiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await vi.waitFor(async () => expect((await blocking.query(isWaiting)).rowCount).toBe(1), 60_000)
    posted.destroy()
    // By the third look, the service has seen that the connection is closed.
    for (let look = 0; look < 3; look++) expect(await statusOf(server, member.key)).toEqual([429, '1'])
    await blocking.query('commit')
    await until(200, server, member.key)
  })

  it('of an organization are bounded by MUSTER_ORGANIZATION_MAX_IN_FLIGHT', async () => {
    const server = await testServer({ MUSTER_ORGANIZATION_MAX_IN_FLIGHT: '1' })
    const { acme, globex } = server
    const held = await holdTheOnly(server, acme.member.key)
    expect(await statusOf(server, acme.owner.key)).toEqual([429, '1'])
    expect(await statusOf(server, globex.owner.key)).toEqual([200, null])
    expect(await held.end()).toBe(201)
    await until(200, server, acme.owner.key)
  })

  it('that were refused or failed are no longer counted', async () => {
    const server = await testServer({ MUSTER_MAX_IN_FLIGHT: '2' })
    const { acme, raw } = server
    const { key } = acme.guest
    for (let count = 0; count < 10; count++) {
      await raw('GET', '/api/v0/sessions', { key })
      await raw('POST', '/api/v0/api-keys', { key, body: '{"half":' })
      await raw('GET', '/api/v0/api-keys?limit=0', { key })
    }
    await until(200, server, key)
  })
})

describe('what nobody needs any more', () => {
  it('includes audit entries older than MUSTER_AUDIT_DAYS', async () => {
    const server = await testServer()
    const { acme, advance } = server
    await acme.owner.organization.update({ name: 'old' })
    advance(10 * dayMs)
    await acme.owner.organization.update({ name: 'new' })
    const names = async () =>
      (await acme.owner.audit.list({ action: 'organization.update' })).entries.map(({ changes }) => changes.name)
    await runUpkeepOf(server)
    await runUpkeepOf(server, { auditDays: 11 })
    expect(await names()).toHaveLength(2)
    await runUpkeepOf(server, { auditDays: 9 })
    expect(await names()).toEqual([{ from: 'old', to: 'new' }])
  })

  it('includes running totals that were silent for longer than MUSTER_COUNTER_DAYS', async () => {
    const server = await testServer()
    const { organizationId } = server.acme
    const earlier = `insert into counter_series (organization_id, series, last_point) values ($1, $2, $3)`
    const insert = `insert into running_totals (organization_id, series, total, is_settled, last_time_ms)
      values ($1, $2, '{}', true, $3)`
    for (const age of [1, 30]) {
      const timeMs = server.now() - age * dayMs
      await rowsOf(server.databaseUrl, insert, [organizationId, `${age} days`, timeMs])
      const last = JSON.stringify({ timeNs: `${timeMs}000000` })
      await rowsOf(server.databaseUrl, earlier, [organizationId, `${age} days`, last])
    }
    const all = 'select series from running_totals union select series from counter_series order by 1'
    const series = async () => (await rowsOf(server.databaseUrl, all)).map((row) => row.series)
    await runUpkeepOf(server)
    await runUpkeepOf(server, { counterDays: 31 })
    expect(await series()).toEqual(['1 days', '30 days'])
    await runUpkeepOf(server, { counterDays: 29 })
    expect(await series()).toEqual(['1 days'])
  })
})
