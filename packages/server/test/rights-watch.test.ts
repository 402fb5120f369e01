import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { findBearers } from '../src/govern/keys/bearer-repository.ts'
import { LastUse } from '../src/govern/keys/last-use.ts'
import { findConnection } from '../src/ground/database/embedded/connection.ts'
import { sharedTestServer } from '../src/testing/test-server.ts'

/** With a database of its own, as most installations have it. */
const server = sharedTestServer({ DATABASE_URL: '', MUSTER_RATE_LIMIT: '0', MUSTER_NETWORK_POLICY: 'enforce' })

/** Another program that is connected to the database of the service. */
async function connected(): Promise<pg.Client> {
  const client = new pg.Client(await findConnection(server().dataDir))
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function change(statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = await connected()
  try {
    return (await client.query(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** Whether the service asks the database about keys during `work`. */
async function asksDuring(work: () => Promise<unknown>): Promise<boolean> {
  const original = pg.Client.prototype.query
  let asks = false
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given) {
    asks ||= (given[0] as { name?: string }).name === 'keys.find_bearers'
    return Reflect.apply(original, this, given)
  })
  await work().finally(() => spy.mockRestore())
  return asks
}

/** A manager whose key the service remembers, so that it does not ask about it. */
async function rememberedCaller() {
  const { owner, organizationId } = server().acme
  const { id: userId } = await owner.users.invite({ email: `${randomUUID()}@acme.test`, role: 'manager' })
  const { id: keyId, key } = await owner.apiKeys.create({ name: 'known', userId })
  const event = { type: 'message', role: 'user', client: 'terminal-ui', time: server().now() }
  const send = () => server().raw('POST', '/api/v0/events', { key, json: { events: [{ ...event, id: randomUUID() }] } })
  const remember = async () => {
    while (await asksDuring(async () => expect((await send()).status).toBe(200)));
  }
  await remember()
  return { organizationId, userId, keyId, key, send, remember }
}

type Caller = Awaited<ReturnType<typeof rememberedCaller>>

const stored = () => server().app.services.ingest.outcomes.accepted

const ofKey = 'where id = $1'
const ofUser = 'where id = $1'

const changes: readonly [what: string, status: number, make: (caller: Caller) => Promise<unknown>][] = [
  ['its key is revoked', 401, ({ keyId }) => server().acme.owner.apiKeys.revoke({ id: keyId })],
  ['its user is removed', 401, ({ userId }) => server().acme.owner.users.remove({ userId })],
  ['its user is a guest', 403, ({ userId }) => server().acme.owner.users.update({ userId, role: 'guest' })],
  ['its key is revoked in the database', 401, inDatabase(`update api_keys set revoked_at = 1 ${ofKey}`, 'keyId')],
  ['its key has ended', 401, inDatabase(`update api_keys set expires_at = 1 ${ofKey}`, 'keyId')],
  [
    'its key has another secret',
    401,
    inDatabase(`update api_keys set secret_hash = sha256(secret_hash) ${ofKey}`, 'keyId'),
  ],
  ['its key may only read', 403, inDatabase(`update api_keys set scopes = '{sessions:read}' ${ofKey}`, 'keyId')],
  ['its key is gone', 401, inDatabase(`delete from api_keys ${ofKey}`, 'keyId')],
  ['its user is removed in the database', 401, inDatabase(`update users set removed_at = 1 ${ofUser}`, 'userId')],
  ['its user is a guest in the database', 403, inDatabase(`update users set role = 'guest' ${ofUser}`, 'userId')],
]

function inDatabase(statement: string, of: 'keyId' | 'userId') {
  return (caller: Caller) => change(statement, [caller[of]])
}

describe('a caller who is remembered', () => {
  it.each(changes)('is judged by what is true now: %s → %i', async (_what, status, make) => {
    const caller = await rememberedCaller()
    await make(caller)
    const before = stored()
    for (let time = 0; time < 3; time++) expect((await caller.send()).status).toBe(status)
    expect(stored()).toBe(before)
  })

  it('is refused from an address that is no longer admitted', async () => {
    const { send, organizationId } = await rememberedCaller()
    const allow = (ranges: string) =>
      change('update organizations set allowed_ips = $2 where id = $1', [organizationId, ranges])
    onTestFinished(() => allow('{}').then(() => undefined))
    await allow('{10.0.0.0/8}')
    expect((await send()).json).toMatchObject({ status: 403, code: 'address_not_allowed' })
  })

  it('keeps its rights until a change is committed, and is asked about until then', async () => {
    const { keyId, send, remember } = await rememberedCaller()
    const other = await connected()
    onTestFinished(() => other.end())
    for (const end of ['rollback', 'commit']) {
      await remember()
      await other.query('begin')
      await other.query('update api_keys set revoked_at = 1 where id = $1', [keyId])
      for (let time = 0; time < 3; time++) {
        expect(await asksDuring(async () => expect((await send()).status).toBe(200))).toBe(true)
      }
      await other.query(end)
    }
    expect((await send()).status).toBe(401)
  })

  it('is asked about when a connection that tells of changes is lost', async () => {
    const { keyId, send, remember } = await rememberedCaller()
    const told = await change(
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name = 'muster rights' limit 1`,
    )
    expect(told).toEqual([{ pg_terminate_backend: true }])
    expect(await asksDuring(send)).toBe(true)
    await remember()
    await change('update api_keys set revoked_at = 1 where id = $1', [keyId])
    expect((await send()).status).toBe(401)
  })

  it.each([
    ['hold', 1],
    ['bell', 2],
  ])('keeps a change waiting until the service knows that the connection of the %s has ended', async (_which, lock) => {
    const { keyId, send, remember } = await rememberedCaller()
    const connection = JSON.stringify(await findConnection(server().dataDir))
    const program = fileURLToPath(new URL('./end-and-change.ts', import.meta.url))
    // The service runs in this process, which stands still meanwhile.
    const { stdout } = spawnSync(process.execPath, [program, connection, `${lock}`, keyId], { encoding: 'utf8' })
    expect(stdout).toBe('1 ended, waited')
    await remember()
    await change('update api_keys set revoked_at = 1 where id = $1', [keyId])
    expect((await send()).status).toBe(401)
  })

  it('does not keep Postgres from cleaning up', async () => {
    await rememberedCaller()
    const watching = await change(
      `select state, backend_xmin, backend_xid from pg_stat_activity where application_name = 'muster rights'`,
    )
    const idle = { state: 'idle', backend_xmin: null, backend_xid: null }
    expect(watching).toEqual([idle, idle])
  })

  it('has its use noted', async () => {
    const { keyId, send } = await rememberedCaller()
    const keyUsed = vi.spyOn(LastUse.prototype, 'keyUsed')
    onTestFinished(() => keyUsed.mockRestore())
    expect(await asksDuring(send)).toBe(false)
    expect(keyUsed.mock.calls).toEqual([[keyId]])
  })

  it('is remembered while other things of its key and user change', async () => {
    const { keyId, userId, send } = await rememberedCaller()
    await change(`update api_keys set last_used_at = 7, name = 'renamed' ${ofKey}`, [keyId])
    await change(`update users set accepted_at = 7 ${ofUser}`, [userId])
    expect(await asksDuring(send)).toBe(false)
  })
})

describe('the triggers', () => {
  it('watch every column that admission reads', async () => {
    const tables = { k: 'api_keys', u: 'users', o: 'organizations' } as const
    const places = new Set([...findBearers.text.matchAll(/\b[kuo]\.\w+/g)].map(([place]) => place))
    expect([...places]).toEqual(expect.arrayContaining(['k.secret_hash', 'u.role', 'o.allowed_ips', 'u.removed_at']))
    for (const place of places) {
      const [alias, column] = place.split('.') as [keyof typeof tables, string]
      const found = await change(
        `select pg_get_triggerdef(oid) as text from pg_trigger
         where tgrelid = $1::regclass and tgname = 'wait_for_rights' and tgenabled = 'O'`,
        [tables[alias]],
      )
      expect(found.map(({ text }) => text)).toEqual([expect.stringMatching(`new\\.${column}\\b`)])
    }
  })
})

const seed = Number(process.env.FUZZ_SEED ?? 20_261_116)

describe('events and changes of rights in any order', () => {
  it('never store an event after the right to it is gone, and all that were answered', async () => {
    const step = fc.constantFrom('send', 'send', 'send', 'revoke', 'lower', 'raise', 'settle', 'remember')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const { userId, keyId, send, remember } = await rememberedCaller()
        const before = stored()
        let [isRevoked, isLowered, accepted] = [false, false, 0]
        const tooLate: string[] = []
        const underWay: Promise<void>[] = []
        for (const one of steps) {
          const isRefused = isRevoked || isLowered
          if (one === 'send') {
            const sent = send().then(({ status }) => {
              if (status === 200) accepted++
              else expect([401, 403]).toContain(status)
              if (status === 200 && isRefused) tooLate.push(one)
            })
            underWay.push(sent)
          } else if (one === 'settle') await Promise.all(underWay)
          else if (one === 'remember') {
            await Promise.all(underWay)
            const sofar = stored()
            if (!isRefused) await remember()
            accepted += stored() - sofar
          } else if (one === 'revoke') {
            await change(`update api_keys set revoked_at = 1 ${ofKey}`, [keyId])
            isRevoked = true
          } else {
            if (one === 'raise') await Promise.all(underWay)
            await change(`update users set role = $2 ${ofUser}`, [userId, one === 'raise' ? 'manager' : 'guest'])
            isLowered = one === 'lower'
          }
        }
        await Promise.all(underWay)
        expect(tooLate).toEqual([])
        expect(stored() - before).toBe(accepted)
      }),
      { seed, numRuns: 12 },
    )
  })
})
