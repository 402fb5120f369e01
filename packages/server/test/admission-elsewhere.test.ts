import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { closeCodes } from '@muster/contract/relay/close-codes'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { LastUse } from '../src/govern/keys/last-use.ts'
import { type Person, sharedTestServer } from '../src/testing/test-server.ts'
import { away, newWorld, type StandIn, settings, type World } from './admission-world.ts'
import { rowsOf } from './database-rows.ts'
import { openIdStandIn } from './openid-stand-in.ts'
import { helloWith, RelayComputer } from './relay-computer.ts'
import { nodes, secondNode } from './second-node.ts'

let provider: StandIn
beforeAll(async () => {
  provider = await openIdStandIn()
})
afterAll(() => provider.close())
const server = sharedTestServer(() => ({ ...nodes, ...settings, ...provider.settings }))

const admitOnly = ({ owner }: { owner: Person }, ...allowedIps: string[]) =>
  owner.controls.replace({ networkPolicy: { allowedIps } })

/** A world whose subject comes from an address that is not admitted. */
async function blockedWorld(): Promise<World> {
  const world = await newWorld(server(), provider)
  await admitOnly(world, '127.0.0.1')
  return world
}

const signInPath = '/api/v0/browser-sessions'
const change = (statement: string, values: unknown[]) => rowsOf(server().databaseUrl, statement, values)

/** All that a sign-in could leave behind. */
async function tracesOf({ people }: World) {
  const tables = ['browser_sessions', 'user_passwords', 'sign_in_links', 'user_identities']
  const rows = tables.map((table) =>
    change(`select to_jsonb(t) as row from ${table} t where organization_id = $1 order by 1`, [people.organizationId]),
  )
  return Promise.all(rows)
}

describe('from an address that is not admitted', () => {
  it('a right password gets the same answer as a wrong one, as often as a wrong one', async () => {
    const { ask, subject, password } = await blockedWorld()
    const answersTo = async (email: string, given: string) => {
      const answers: string[] = []
      for (let time = 0; time < 12; time++) {
        const answer = await ask('POST', signInPath, { json: { email, password: given } })
        const { requestId, ...problem } = await answer.json()
        answers.push(JSON.stringify([answer.status, [...answer.headers.keys()].sort(), problem]))
      }
      return answers
    }
    const right = await answersTo(subject.email, password)
    server().advance(15 * 60_000)
    expect(await answersTo(subject.email, 'wrong')).toEqual(right)
    server().advance(15 * 60_000)
    expect(await answersTo('nobody@nowhere.test', password)).toEqual(right)
    expect(right.map((answer) => JSON.parse(answer)[0])).toEqual([...Array(10).fill(401), 429, 429])
  })

  it('no sign-in changes anything, and a link can be used later from where it is admitted', async () => {
    const world = await blockedWorld()
    const { ask, owner, invited, forgetful, subject, password, cookie, apiKey, node } = world
    server().advance(30 * 60_000)
    const stranger = { sub: randomUUID(), email: invited.email }
    const token = await provider.tokenFor(stranger, server().now())
    const before = await tracesOf(world)
    const uses = (['keyUsed', 'signedIn'] as const).map((name) => vi.spyOn(LastUse.prototype, name))
    onTestFinished(() => uses.forEach((spy) => void spy.mockRestore()))
    for (const { token: link } of [invited, forgetful]) {
      expect((await ask('POST', signInPath, { json: { link, newPassword: password } })).status).toBe(403)
    }
    expect((await ask('POST', signInPath, { json: { email: subject.email, password } })).status).toBe(401)
    expect((await ask('POST', signInPath, { json: { apiKey: apiKey.key } })).status).toBe(403)
    expect((await ask('GET', '/api/v0/me', { key: token })).status).toBe(403)
    expect((await ask('GET', '/api/v0/me', { cookie })).status).toBe(403)
    const { location } = await provider.signIn(node.address, stranger, away)
    expect(location).toBe('/sign-in?problem=elsewhere')
    expect(uses.flatMap((spy) => spy.mock.calls)).toEqual([])
    expect(await tracesOf(world)).toEqual(before)
    const { entries } = await owner.audit.list({ action: 'sign_in.failed' })
    expect(entries).toMatchObject([{ changes: { reason: 'address_not_allowed' }, address: away['x-forwarded-for'] }])

    await admitOnly(world, '127.0.0.1', away['x-forwarded-for'])
    for (const { token: link, email } of [invited, forgetful]) {
      expect((await ask('POST', signInPath, { json: { link, newPassword: password } })).status).toBe(201)
      expect((await ask('POST', signInPath, { json: { email, password } })).status).toBe(201)
    }
  })

  it('somebody who is signed in is not asked to sign in: the pages say what is wrong', async () => {
    const { ask, cookie, node } = await blockedWorld()
    const value = cookie.slice(cookie.indexOf('=') + 1)
    const isSignedIn = () => node.app.services.browserSessions.isSignedIn(value, away['x-forwarded-for'])
    expect(await isSignedIn()).toBe(true)
    server().advance(31 * 24 * 60 * 60_000)
    expect(await isSignedIn()).toBe(false)
    expect((await ask('GET', '/api/v0/me', { cookie })).status).toBe(401)
  })
})

describe('a computer at an address that is not admitted', () => {
  const connect = async ({ node, computer }: World) => {
    const url = `${node.address.replace('http', 'ws')}/api/v0/relay/computers/${computer.id}/agent`
    const connected = new RelayComputer(url, computer.credential, away)
    onTestFinished(() => connected.socket.terminate())
    const refusal = once(connected.socket, 'unexpected-response').then(([, { statusCode }]) => statusCode)
    const welcome = once(connected.socket, 'open').then(() => {
      connected.send(helloWith())
      return connected.next('welcome')
    })
    return { connected, refused: await Promise.race([refusal, welcome.then(() => undefined)]) }
  }

  it('is let in where a host of the service runs it, and nowhere else', async () => {
    const world = await blockedWorld()
    expect((await connect(world)).refused).toBe(403)
    await change(`update computers set provider_type = 'managed' where id = $1`, [world.computer.id])
    expect((await connect(world)).refused).toBe(403)
    await change('update computers set host_id = $2 where id = $1', [world.computer.id, randomUUID()])
    expect((await connect(world)).refused).toBeUndefined()
    const { entries } = await world.owner.audit.list({ action: 'sign_in.failed' })
    expect(entries).toMatchObject([{ target: { type: 'computer', id: world.computer.id } }])
  })

  it('is let in where the operator ignores the policy', async () => {
    const world = await blockedWorld()
    const node = await secondNode(server(), { ...settings, MUSTER_NETWORK_POLICY: 'ignore' })
    expect((await connect({ ...world, node })).refused).toBeUndefined()
  })

  it('is cut off if it does not answer that its connection ends', async () => {
    const world = await newWorld(server(), provider)
    const { connected } = await connect(world)
    connected.socket.pause()
    await admitOnly(world, '127.0.0.1')
    const isConnected = async () => (await world.owner.computers.get({ computerId: world.computer.id })).isConnected
    await expect.poll(isConnected).toBe(false)
  })

  it('comes back by itself when its address is admitted again', async () => {
    const world = await newWorld(server(), provider)
    const { connected } = await connect(world)
    const closed = once(connected.socket, 'close')
    await admitOnly(world, '127.0.0.1')
    expect((await closed)[0]).toBe(closeCodes.not_allowed.code)
    await admitOnly(world)
    expect((await connect(world)).refused).toBeUndefined()
  })
})

describe('a sign-in through a provider that the operator has taken away', () => {
  it('ends, and other sign-ins go on', async () => {
    const { node, person, ask, cookie, openIdToken } = await newWorld(server(), provider)
    const signedIn = await provider.signIn(node.address, person, away)
    expect((await ask('GET', '/api/v0/me', { cookie: signedIn.cookie })).status).toBe(200)
    const without = await secondNode(server(), settings)
    const statusOf = async (headers: Record<string, string>) =>
      (await fetch(`${without.address}/api/v0/me`, { headers })).status
    expect(await statusOf({ cookie: signedIn.cookie })).toBe(401)
    expect(await statusOf({ authorization: `Bearer ${openIdToken}` })).toBe(401)
    expect(await statusOf({ cookie })).toBe(200)
  })
})

describe('an organization', () => {
  it('has no state in which it admits nobody', async () => {
    const columns = await change(
      `select column_name as name from information_schema.columns where table_name = 'organizations' order by 1`,
      [],
    )
    // One that says so belongs into `refusalOf`, and into the table of `admission-changes.ts`.
    const known = ['allowed_ips', 'controls_revision', 'created_at', 'created_by', 'id', 'name']
    expect(columns.map(({ name }) => name)).toEqual(known)
  })
})
