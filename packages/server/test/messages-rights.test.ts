import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { LastUse } from '../src/govern/keys/last-use.ts'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'
import { nodes, secondNode } from './second-node.ts'

const server = sharedTestServer({ ...nodes, MUSTER_NETWORK_POLICY: 'enforce', MUSTER_RATE_LIMIT: '100000' })

/** A manager with a key of their own, who has just posted to the session of a member: the service knows all of it. */
async function knownCaller() {
  const { owner, member } = server().acme
  const computer = await member.computers.register({ name: `computer ${randomUUID()}` })
  await change(`update computers set daemon = '{"consent":{"access":"organization"}}' where id = $1`, [computer.id])
  const { sessionId } = await member.sessions.create({ computerId: computer.id })
  const user = await owner.users.invite({ email: `${randomUUID()}@acme.test`, role: 'manager' })
  const { id: keyId, key } = await owner.apiKeys.create({ name: 'known', userId: user.id })
  const path = `/api/v0/sessions/${sessionId}/messages`
  const post = (json: object = { text: 'Go.' }) => server().raw('POST', path, { key, json })
  expect((await post()).status).toBe(200)
  return { userId: user.id, keyId, key, sessionId, path, post }
}

type Caller = Awaited<ReturnType<typeof knownCaller>>

function change(statement: string, values: unknown[]): Promise<unknown> {
  return rowsOf(server().databaseUrl, statement, values)
}

async function stored(sessionId: string): Promise<number> {
  const rows = await rowsOf(server().databaseUrl, 'select 1 from messages where session_id = $1', [sessionId])
  return rows.length
}

/** The codes of the statements that fail during `work`. */
async function failuresOf(work: () => Promise<unknown>): Promise<string[]> {
  const codes: string[] = []
  const original = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given) {
    const result: unknown = Reflect.apply(original, this, given)
    if (result instanceof Promise) result.catch(({ code }: pg.DatabaseError) => codes.push(code ?? ''))
    return result as never
  })
  await work().finally(() => spy.mockRestore())
  return codes
}

const ofKey = 'where id = $1'
const ofOrganization = `where id = (select organization_id from sessions where id = $1)`
const ofComputer = `where id = (select computer_id from sessions where id = $1)`

/** What somebody may change behind the back of the service, and what the next message is answered with. */
const changes: readonly [what: string, status: number, statement: string, of: keyof Caller][] = [
  ['its key is revoked', 401, `update api_keys set revoked_at = 1 ${ofKey}`, 'keyId'],
  ['its key has ended', 401, `update api_keys set expires_at = 1 ${ofKey}`, 'keyId'],
  ['its key has another secret', 401, `update api_keys set secret_hash = sha256(secret_hash) ${ofKey}`, 'keyId'],
  ['its key may only read', 403, `update api_keys set scopes = '{sessions:read}' ${ofKey}`, 'keyId'],
  ['its user is removed', 401, 'update users set removed_at = 1 where id = $1', 'userId'],
  ['its user is a guest', 403, `update users set role = 'guest' where id = $1`, 'userId'],
  ['its user may not see the session any more', 404, `update users set role = 'member' where id = $1`, 'userId'],
  [
    'its user has used all credits',
    402,
    `insert into credit_limits (organization_id, user_id, credits) select organization_id, id, 0 from users where id = $1`,
    'userId',
  ],
  ['the computer is cut off', 409, `update computers set cut_off_at = 1 ${ofComputer}`, 'sessionId'],
  [
    'the session is in the archive',
    409,
    `update sessions set settings = '{"archivedAt":1}' where id = $1`,
    'sessionId',
  ],
  ['the session has no computer', 409, 'update sessions set computer_id = null where id = $1', 'sessionId'],
  ['the session is gone', 404, 'delete from sessions where id = $1', 'sessionId'],
]

describe('a message of a caller who is known', () => {
  it('is stored once for each idempotency key, on whichever node it comes again', async () => {
    const { key, path, post, sessionId } = await knownCaller()
    const request = { key, json: { text: 'Once.' }, headers: { 'idempotency-key': randomUUID() } }
    const send = () => server().raw('POST', path, request)
    expect((await send()).status).toBe(200)
    const clients = [server().client(key), (await secondNode(server())).client(key)]
    const options = { idempotencyKey: request.headers['idempotency-key'] }
    const repeat = (client: (typeof clients)[number]) => client.messages.post({ sessionId, text: 'Once.' }, options)
    const answers = await Promise.all([...clients, ...clients].map(repeat))
    expect(answers).toEqual(Array.from(answers, () => answers[0]))
    expect((await send()).json).toEqual(answers[0])
    const other = await server().raw('POST', path, { ...request, json: { text: ' ' } })
    expect(other.json).toMatchObject({ code: 'idempotency_key_reused' })
    expect((await post()).status).toBe(200)
    expect(await stored(sessionId)).toBe(3)
  })

  it('is stored once when it comes several times at once', async () => {
    const { key, sessionId } = await knownCaller()
    const clients = [server().client(key), (await secondNode(server())).client(key)]
    for (const client of clients) await client.messages.post({ sessionId, text: 'Known to both.' })
    for (let round = 0; round < 5; round++) {
      const options = { idempotencyKey: randomUUID() }
      const answers = await Promise.all(
        [...clients, ...clients].map((client) => client.messages.post({ sessionId, text: 'Once.' }, options)),
      )
      expect(answers).toEqual(Array.from(answers, () => answers[0]))
    }
    expect(await stored(sessionId)).toBe(3 + 5)
  })

  it('is stored once, without a deadlock, when it comes to two nodes of which one does not know the caller', async () => {
    const { key, sessionId } = await knownCaller()
    const clients = [server().client(key), (await secondNode(server())).client(key)]
    const codes = await failuresOf(async () => {
      const blocking = new pg.Client({ connectionString: server().databaseUrl })
      await blocking.connect()
      onTestFinished(() => blocking.end())
      await blocking.query('begin')
      await blocking.query('select 1 from sessions where id = $1 for update', [sessionId])
      const options = { idempotencyKey: randomUUID() }
      const answers: Promise<unknown>[] = []
      // The node that knows the caller waits first, and so gets the session first.
      for (const client of clients) {
        answers.push(client.messages.post({ sessionId, text: 'Once.' }, options))
        await vi.waitFor(async () => {
          const { rowCount } = await blocking.query(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          expect(rowCount).toBe(answers.length)
        }, 60_000)
      }
      await blocking.query('commit')
      const [first, second] = await Promise.all(answers)
      expect(second).toEqual(first)
    })
    expect(codes).not.toContain('40P01')
    expect(await stored(sessionId)).toBe(2)
  })

  it.each(changes)('is judged by what is true now: %s → %i', async (_what, status, statement, of) => {
    const caller = await knownCaller()
    const before = await stored(caller.sessionId)
    await change(statement, [caller[of]])
    const answer = await caller.post()
    expect(answer.json).toMatchObject({ status })
    expect(await stored(caller.sessionId)).toBeLessThanOrEqual(before)
    // What was known is forgotten, so the next one is judged in the same way.
    expect((await caller.post()).status).toBe(status)
  })

  it('is refused from an address that is no longer admitted', async () => {
    const { sessionId, post } = await knownCaller()
    const allow = (ranges: string) =>
      change(`update organizations set allowed_ips = '${ranges}' ${ofOrganization}`, [sessionId])
    onTestFinished(() => allow('{}').then(() => undefined))
    await allow('{10.0.0.0/8}')
    expect((await post()).json).toMatchObject({ status: 403, code: 'address_not_allowed' })
  })

  it('obeys controls that came into force a moment ago', async () => {
    const { post } = await knownCaller()
    const { controls } = server().acme.owner
    onTestFinished(() => controls.replace({}).then(() => undefined))
    await controls.replace({ byomComputersEnabled: false })
    expect((await post()).json).toMatchObject({ status: 403, code: 'computer_not_allowed' })
  })

  it('is refused when another node revoked the key, which is told before anything about its body', async () => {
    const { owner } = server().acme
    const { keyId, key, path, post, sessionId } = await knownCaller()
    await (await secondNode(server())).client(owner.key).apiKeys.revoke({ id: keyId })
    for (const body of ['{"half":', '{"text":""}', '{"text":7}']) {
      expect((await server().raw('POST', path, { key, body })).json).toMatchObject({ status: 401 })
    }
    expect((await post()).status).toBe(401)
    expect(await stored(sessionId)).toBe(1)
  })

  it('counts once towards the limit of requests, whether or not anything has changed', async () => {
    const { sessionId, post } = await knownCaller()
    const left = async () => Number((await post()).headers.get('ratelimit-remaining'))
    const before = await left()
    await change(`update sessions set settings = '{"autonomyLevel":"low"}' where id = $1`, [sessionId])
    expect([await left(), await left()]).toEqual([before - 1, before - 2])
  })

  it('notes the use of its key', async () => {
    const { keyId, post } = await knownCaller()
    const keyUsed = vi.spyOn(LastUse.prototype, 'keyUsed')
    onTestFinished(() => keyUsed.mockRestore())
    await post()
    expect(keyUsed.mock.calls).toEqual([[keyId]])
  })
})

const seed = Number(process.env.FUZZ_SEED ?? 20_261_116)

describe('messages and changes of rights in any order', () => {
  it('never store a message after the right to it is gone, and all that were answered', async () => {
    const other = await secondNode(server())
    const step = fc.constantFrom('post', 'post elsewhere', 'revoke', 'lower', 'raise', 'settle')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const { userId, keyId, key, sessionId } = await knownCaller()
        const clients = { post: server().client(key), 'post elsewhere': other.client(key) }
        let isRevoked = false
        let isLowered = false
        let accepted = 1
        const tooLate: string[] = []
        const underWay: Promise<void>[] = []
        for (const one of steps) {
          if (one === 'post' || one === 'post elsewhere') {
            // Rights that are gone before the request stay gone; others may change while it is on its way.
            const isRefused = isRevoked || isLowered
            const posted = clients[one].messages.post({ sessionId, text: one }).then(
              () => {
                accepted++
                if (isRefused) tooLate.push(one)
              },
              (error: { status?: number }) => expect([401, 403]).toContain(error.status),
            )
            underWay.push(posted)
          } else if (one === 'settle') await Promise.all(underWay)
          else if (one === 'revoke') {
            await change('update api_keys set revoked_at = 1 where id = $1', [keyId])
            isRevoked = true
          } else {
            if (one === 'raise') await Promise.all(underWay)
            await change('update users set role = $2 where id = $1', [userId, one === 'raise' ? 'manager' : 'guest'])
            isLowered = one === 'lower'
          }
        }
        await Promise.all(underWay)
        expect(tooLate).toEqual([])
        expect(await stored(sessionId)).toBe(accepted)
      }),
      { seed, numRuns: 25 },
    )
  })
})
