import { randomUUID } from 'node:crypto'
import type { Scope } from '@muster/contract/enumerations'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createSecretBox } from '../src/ground/platform/secret-box.ts'
import { keptForMs } from '../src/http/idempotency/service.ts'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'
import { nodes, secondNode } from './second-node.ts'

const server = sharedTestServer(nodes)
let computerId: string
let sessionId: string

beforeAll(async () => {
  const { owner } = server().acme
  computerId = (await owner.computers.register({ name: 'workshop', provider: 'managed' })).id
  sessionId = (await owner.sessions.create({ computerId })).sessionId
})

const post = (path: string, json: unknown, idempotencyKey: string, key = server().acme.owner.key) =>
  server().raw('POST', path, { key, json, headers: { 'idempotency-key': idempotencyKey } })

async function count(table: string): Promise<unknown> {
  return (await rowsOf(server().databaseUrl, `select count(*)::int as rows from ${table}`))[0]?.rows
}

/** Every POST that the key is for: where, what is sent, and which table gets a row. */
const operations: [string, () => string, () => object, string][] = [
  ['sessions.create', () => '/api/v0/sessions', () => ({ computerId, title: randomUUID() }), 'sessions'],
  ['messages.post', () => `/api/v0/sessions/${sessionId}/messages`, () => ({ text: randomUUID() }), 'messages'],
  [
    'users.invite',
    () => '/api/v0/organization/users',
    () => ({ email: `${randomUUID()}@acme.test`, role: 'guest' }),
    'users',
  ],
  [
    'reports.publish',
    () => '/api/organization/maturity-level-reports',
    () => ({ repoUrl: `https://git.test/${randomUUID()}`, apps: {}, report: {} }),
    'readiness_reports',
  ],
]

describe.each(operations)('an Idempotency-Key on %s', (_, path, body, table) => {
  it('replays the same answer, byte for byte, and writes once', async () => {
    const [key, json, before] = [randomUUID(), body(), Number(await count(table))]
    const first = await post(path(), json, key)
    expect(first.status).toBeOneOf([200, 201])
    for (const again of [await post(path(), json, key), await post(path(), json, key)]) {
      expect([again.status, again.text]).toEqual([first.status, first.text])
      expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
    }
    expect(await count(table)).toBe(before + 1)
  })

  it('does the work once when 20 requests come at once', async () => {
    const [key, json, before] = [randomUUID(), body(), Number(await count(table))]
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(path(), json, key)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBeOneOf([200, 201])
    expect(await count(table)).toBe(before + 1)
  })

  it('is 409 with another body, and writes nothing', async () => {
    const key = randomUUID()
    await post(path(), body(), key)
    const before = await count(table)
    const { status, json } = await post(path(), body(), key)
    expect([status, json.code]).toEqual([409, 'idempotency_key_reused'])
    expect(await count(table)).toBe(before)
  })
})

/** Those whose answer holds a secret, and where. */
const secretive: [string, string, string, string][] = [
  ['computers.register', '/api/v0/computers', 'computers', 'credential'],
  ['apiKeys.create', '/api/v0/api-keys', 'api_keys', 'key'],
]

describe.each(secretive)('an Idempotency-Key on %s', (_, path, table, secret) => {
  it('writes once, and answers a repeated request with 409 that names what was made, without its secret', async () => {
    const [key, json, before] = [randomUUID(), { name: randomUUID() }, Number(await count(table))]
    const first = await post(path, json, key)
    expect([first.status, first.json[secret]]).toEqual([201, expect.any(String)])
    for (let again = 0; again < 2; again++) {
      const answer = await post(path, json, key)
      expect(answer.json).toMatchObject({ status: 409, code: 'secret_shown_once' })
      expect(answer.json.detail).toContain(first.json.id)
      expect(answer.text).not.toContain(first.json[secret])
    }
    expect(await count(table)).toBe(before + 1)
  })

  it('does the work once when 20 requests come at once, and shows the secret to one', async () => {
    const [key, json, before] = [randomUUID(), { name: randomUUID() }, Number(await count(table))]
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(path, json, key)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ json }) => json.code === 'secret_shown_once')).toHaveLength(19)
    expect(await count(table)).toBe(before + 1)
  })

  it('is 409 with another body, and writes nothing', async () => {
    const key = randomUUID()
    await post(path, { name: randomUUID() }, key)
    const before = await count(table)
    expect((await post(path, { name: randomUUID() }, key)).json.code).toBe('idempotency_key_reused')
    expect(await count(table)).toBe(before)
  })

  it('keeps no secret, not even sealed', async () => {
    const key = randomUUID()
    const first = await post(path, { name: randomUUID() }, key)
    const sealed = 'select sealed_answer from idempotency_keys where key = $1'
    const [row] = await rowsOf(server().databaseUrl, sealed, [key])
    const box = createSecretBox(Buffer.from(nodes.MUSTER_SECRET_KEY, 'base64'))
    const kept = box.open('idempotent answer', String(row?.sealed_answer))
    expect(JSON.parse(kept)).toEqual({ id: first.json.id })
  })
})

describe('an Idempotency-Key', () => {
  const register = (key: string, name: string = randomUUID(), person = server().acme.owner) =>
    post('/api/v0/computers', { name }, key, person.key)
  const invite = (key: string, name: string = randomUUID(), bearer = server().acme.owner.key) =>
    post('/api/v0/organization/users', { email: `${name}@acme.test`, role: 'guest' }, key, bearer)

  it('with two different bodies at once admits one, and refuses the other', async () => {
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => register(key, `two bodies ${index}`)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status, json }) => status === 409 && json.code === 'idempotency_key_reused')).toHaveLength(
      9,
    )
  })

  it('is 409 on another path with the same body', async () => {
    const [key, json] = [randomUUID(), { name: randomUUID() }]
    await post('/api/v0/computers', json, key)
    const answer = await post('/api/v0/api-keys', json, key)
    expect([answer.status, answer.json.code]).toEqual([409, 'idempotency_key_reused'])
  })

  it.each([
    ['first', 0],
    // These try one statement before anything else.
    ['later', 2],
  ])('is 409 on the %s message of a session while something that it locks is not free', async (_, before) => {
    const { owner } = server().acme
    const { sessionId } = await owner.sessions.create({ computerId })
    for (let sent = 0; sent < before; sent += 1) await owner.messages.post({ sessionId, text: 'Before.' })
    // Postgres gives up on a lock with the same error, after ten seconds.
    await rowsOf(
      server().databaseUrl,
      `create function not_free() returns trigger language plpgsql as $$
       begin raise exception 'not free' using errcode = 'lock_not_available'; end $$`,
    )
    onTestFinished(async () => {
      await rowsOf(server().databaseUrl, 'drop function not_free cascade')
    })
    await rowsOf(
      server().databaseUrl,
      `create trigger not_free before insert on messages for each row
       when (new.session_id = '${sessionId}') execute function not_free()`,
    )
    const path = `/api/v0/sessions/${sessionId}/messages`
    const answer = await post(path, { text: 'Go.' }, randomUUID())
    expect([answer.status, answer.json.code]).toEqual([409, 'idempotency_in_progress'])
    const withoutKey = await server().raw('POST', path, { key: owner.key, json: { text: 'Go.' } })
    expect([withoutKey.status, withoutKey.json.code]).toEqual([503, 'unavailable'])
  })

  it('is 409 for another session with the same message', async () => {
    const [key, json] = [randomUUID(), { text: 'the same' }]
    await post(`/api/v0/sessions/${sessionId}/messages`, json, key)
    const other = await server().acme.owner.sessions.create({ computerId })
    const answer = await post(`/api/v0/sessions/${other.sessionId}/messages`, json, key)
    expect([answer.status, answer.json.code]).toEqual([409, 'idempotency_key_reused'])
  })

  it('may be used again after a request that failed', async () => {
    const key = randomUUID()
    const { id, name } = await server().acme.owner.computers.register({ name: randomUUID() })
    expect((await post('/api/v0/computers', { name: '' }, key)).status).toBe(400)
    expect((await register(key, name)).status).toBe(409)
    await server().acme.owner.computers.remove({ computerId: id })
    const created = await register(key, name)
    expect(created.status).toBe(201)
    expect((await register(key, name)).json.detail).toContain(created.json.id)
  })

  it('belongs to its user', async () => {
    const [key, name] = [randomUUID(), randomUUID()]
    const { owner, member } = server().acme
    const answers = [
      await register(key, name, owner),
      await register(key, `${name}-m`.slice(0, 60), member),
      await register(key, name, server().globex.owner),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(3)
  })

  it('is the same on another node, and for a token of the same key', async () => {
    const { acme, client } = server()
    const { owner } = acme
    const idempotencyKey = randomUUID()
    const body = { email: `${randomUUID()}@acme.test`, role: 'guest' } as const
    const node = await secondNode(server())
    const first = await owner.users.invite(body, { idempotencyKey })
    expect(await node.client(owner.key).users.invite(body, { idempotencyKey })).toEqual(first)
    const { token } = await owner.apiKeys.createToken()
    expect(await client(token).users.invite(body, { idempotencyKey })).toEqual(first)
  })

  it('is separate for another key of the same user, which does not get the answer', async () => {
    const { owner } = server().acme
    const scopes: Scope[] = ['organization:write']
    const narrow = await owner.apiKeys.create({ name: 'narrow', scopes })
    const [key, name] = [randomUUID(), randomUUID()]
    expect((await invite(key, name)).status).toBe(201)
    expect((await invite(key, name, narrow.key)).json.code).toBe('email_taken')
    expect((await invite(key, randomUUID(), narrow.key)).status).toBe(201)
  })

  it('is 409 once its user has another role, and does nothing', async () => {
    const { acme, client } = server()
    const { owner } = acme
    const { id: userId } = await owner.users.invite({ email: `${randomUUID()}@acme.test`, role: 'owner' })
    const { key: bearer } = await owner.apiKeys.create({ name: 'theirs', userId })
    const [key, body] = [randomUUID(), { repoUrl: 'https://git.test/roles', apps: {}, report: {} }]
    const publish = () => post('/api/organization/maturity-level-reports', body, key, bearer)
    expect((await publish()).status).toBe(201)
    await owner.users.update({ userId, role: 'member' })
    expect((await publish()).json).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
    const { reports } = await client(bearer).reports.list({ repoId: body.repoUrl })
    expect(reports).toHaveLength(1)
  })

  it('replays the first answer even if things have changed since', async () => {
    const { owner } = server().acme
    const key = randomUUID()
    const [path, json] = ['/api/v0/sessions', { computerId }]
    const first = await post(path, json, key)
    await owner.messages.post({ sessionId: first.json.sessionId, text: 'go' })
    expect((await post(path, json, key)).text).toBe(first.text)
    await owner.sessions.remove({ sessionId: first.json.sessionId })
    expect((await post(path, json, key)).text).toBe(first.text)
  })

  it.each(['x', 'x'.repeat(255), 'spaces in between', '~!@#$%^&*()', 'é'])('may be %j', async (key) => {
    const name = randomUUID()
    const first = await invite(key, name)
    expect([first.status, (await invite(key, name)).text]).toEqual([201, first.text])
  })

  it.each(['', 'x'.repeat(256), 'x'.repeat(5000)])('may not be %j', async (key) => {
    const { status, json } = await register(key)
    expect([status, json.errors[0].path]).toEqual([400, 'Idempotency-Key'])
  })

  it('is asked for only after authentication and validation', async () => {
    const key = randomUUID()
    expect((await post('/api/v0/computers', { name: 'x' }, key, 'mst_wrong')).status).toBe(401)
    expect((await register(key, randomUUID(), server().acme.guest)).status).toBe(403)
    expect((await post('/api/v0/computers', { nmae: 'x' }, key)).status).toBe(400)
  })

  it('is ignored by methods that may be repeated anyway', async () => {
    const headers = { 'idempotency-key': 'for a PATCH' }
    const { key } = server().acme.owner
    for (const name of [randomUUID(), randomUUID()]) {
      const answer = await server().raw('PATCH', `/api/v0/computers/${computerId}`, { key, json: { name }, headers })
      expect([answer.status, answer.json.name]).toEqual([200, name])
    }
  })

  it('is forgotten after a day', async () => {
    const [key, name] = [randomUUID(), randomUUID()]
    const first = await invite(key, name)
    await server().app.services.idempotency.forgetOldKeys(server().now() + keptForMs - 60_000)
    expect((await invite(key, name)).text).toBe(first.text)
    await server().app.services.idempotency.forgetOldKeys(server().now() + keptForMs + 60_000)
    expect((await invite(key, name)).json.code).toBe('email_taken')
  })
})
