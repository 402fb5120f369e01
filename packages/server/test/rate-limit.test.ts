import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { operatorKey, type RawAnswer, testServer } from '../src/testing/test-server.ts'
import { nodes, secondNode } from './second-node.ts'

const windowMs = 60_000

/** A node that allows 5 requests a minute; its people were made by another one, which allows any number. */
async function limited(limit = '5', environment: Readonly<Record<string, string>> = {}) {
  const server = await testServer({ ...nodes, MUSTER_NOW: '2026-03-01T09:30:00Z' })
  const settings = { MUSTER_RATE_LIMIT: limit, MUSTER_OPERATOR_KEY: operatorKey, ...environment }
  const node = await secondNode(server, settings)
  const get = async (bearer: string | undefined, path = '/api/v0/me'): Promise<Omit<RawAnswer, 'text'>> => {
    const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
    const response = await fetch(node.address + path, { headers })
    const text = await response.text()
    return { status: response.status, headers: response.headers, json: text.startsWith('{') ? JSON.parse(text) : text }
  }
  return { ...server, node, get }
}

function limitsOf({ headers }: Pick<RawAnswer, 'headers'>) {
  return ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`))
}

describe('MUSTER_RATE_LIMIT=5', () => {
  it('answers the sixth request of a minute with 429, and says when to come back', async () => {
    const { acme, get, advance } = await limited()
    for (const remaining of ['4', '3', '2', '1', '0']) {
      const answer = await get(acme.owner.key)
      expect([answer.status, ...limitsOf(answer)]).toEqual([200, '5', remaining, '60'])
    }
    advance(20_000)
    for (let again = 0; again < 3; again++) {
      const refused = await get(acme.owner.key)
      expect(refused.json).toMatchObject({ status: 429, code: 'too_many_requests', requestId: expect.any(String) })
      expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/)
      expect([refused.headers.get('retry-after'), ...limitsOf(refused)]).toEqual(['40', '5', '0', '40'])
    }
  })

  it('recovers when the minute is over', async () => {
    const { acme, get, advance } = await limited()
    for (let count = 0; count < 6; count++) await get(acme.owner.key)
    advance(windowMs - 1)
    expect((await get(acme.owner.key)).headers.get('retry-after')).toBe('1')
    advance(1)
    const answer = await get(acme.owner.key)
    expect([answer.status, ...limitsOf(answer)]).toEqual([200, '5', '4', '60'])
  })

  it('counts all keys and tokens of a user together, and each user separately', async () => {
    const { acme, get, client } = await limited()
    const { key } = await acme.owner.apiKeys.create({ name: 'second' })
    const { token } = await client(acme.owner.key).apiKeys.createToken()
    const statuses = []
    for (const bearer of [acme.owner.key, key, token, acme.owner.key, key, token]) {
      statuses.push((await get(bearer)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    for (const bearer of [acme.owner.key, key, token]) expect((await get(bearer)).status).toBe(429)
    expect((await get(acme.guest.key)).status).toBe(200)
  })

  it('counts wrong bearers by address, so that nobody can try many', async () => {
    const { acme, get } = await limited()
    const statuses = []
    for (let count = 0; count < 7; count++) statuses.push((await get(`mst_guess${count}_${'A'.repeat(43)}`)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect((await get(undefined)).status).toBe(429)
    expect((await get(undefined, '/healthz')).status).toBe(429)
    expect((await get(acme.owner.key)).status).toBe(200)
  })

  it('counts attempts to sign in as the operator', async () => {
    const { node } = await limited()
    const attempt = async (bearer: string) => {
      const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify({ name: 'x', ownerEmail: 'o@x.test' }) }
      return (await fetch(`${node.address}/api/operator/organizations`, init)).status
    }
    const statuses = []
    for (let count = 0; count < 6; count++) statuses.push(await attempt(`guess-${count}`))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    // Strangers cannot use up what the operator has, not even from the same address.
    for (let count = 0; count < 5; count++) expect(await attempt(operatorKey)).toBe(201)
    expect(await attempt(operatorKey)).toBe(429)
  })

  it('does nothing for a request that it refuses', async () => {
    const { acme, node } = await limited()
    const client = node.client(acme.owner.key)
    for (let count = 0; count < 5; count++) await client.apiKeys.create({ name: `${count}` })
    await expect(client.apiKeys.create({ name: 'sixth' })).rejects.toMatchObject({ status: 429, retryAfterMs: 60_000 })
    const { apiKeys } = await acme.owner.apiKeys.list({ limit: 100 })
    expect(apiKeys.map(({ name }) => name)).not.toContain('sixth')
  })
})

describe('WebSockets', () => {
  /** The status of the answer to a request for a WebSocket, and when to come back. */
  async function upgrade(address: string, url: string | undefined, bearer: string) {
    const at = `${address.replace(/^http/, 'ws')}${new URL(url ?? '').pathname}`
    const socket = new WebSocket(at, { headers: { authorization: `Bearer ${bearer}` } })
    const opened = once(socket, 'open').then(() => [101])
    const refused = once(socket, 'unexpected-response').then(([, response]) => [
      response.statusCode,
      response.headers['retry-after'],
    ])
    const [status, retryAfter] = await Promise.race([opened, refused]).finally(() => socket.terminate())
    return retryAfter === undefined ? status : `${status} in ${retryAfter} s`
  }

  it('of a computer count with its other requests, and wrong credentials by address', async () => {
    const { acme, node } = await limited()
    const { relayAgentUrl: url, credential } = await acme.member.computers.register({ name: 'dials' })
    const other = await acme.member.computers.register({ name: 'dials, too' })
    const statuses = []
    for (let count = 0; count < 6; count++) statuses.push(await upgrade(node.address, url, credential))
    for (let count = 0; count < 6; count++) statuses.push(await upgrade(node.address, url, `${credential}x`))
    const expected = (status: number) => [...Array.from({ length: 5 }, () => status), '429 in 60 s']
    expect(statuses).toEqual([...expected(101), ...expected(401)])
    expect(await upgrade(node.address, other.relayAgentUrl, other.credential)).toBe(101)
  })

  it('of a computer are at most 60 in a minute, whatever the limit of requests', async () => {
    const { acme, node, advance } = await limited('0')
    const { relayAgentUrl: url, credential } = await acme.member.computers.register({ name: 'dials on' })
    const attempts = Array.from({ length: 300 }, () => upgrade(node.address, url, credential))
    const statuses = await Promise.all(attempts)
    expect(statuses.filter((status) => status === 101)).toHaveLength(60)
    expect(new Set(statuses)).toEqual(new Set([101, '429 in 60 s']))
    advance(windowMs)
    expect(await upgrade(node.address, url, credential)).toBe(101)
  })

  it('of clients count as requests of their users', async () => {
    const { acme, node } = await limited('2')
    const { relayClientUrl: url } = await acme.member.computers.register({ name: 'watched' })
    const statuses = []
    for (let count = 0; count < 3; count++) statuses.push(await upgrade(node.address, url, acme.member.key))
    expect(statuses).toEqual([101, 101, '429 in 60 s'])
  })
})

describe('MUSTER_ORGANIZATION_RATE_LIMIT=4', () => {
  it('counts the users of an organization together, and not those who are over their own limit', async () => {
    const { acme, globex, get, advance } = await limited('2', { MUSTER_ORGANIZATION_RATE_LIMIT: '4' })
    const statuses = []
    for (let count = 0; count < 5; count++) statuses.push((await get(acme.guest.key)).status)
    expect(statuses).toEqual([200, 200, 429, 429, 429])
    expect([(await get(acme.member.key)).status, (await get(acme.member.key)).status]).toEqual([200, 200])
    const refused = await get(acme.owner.key)
    expect([refused.status, ...limitsOf(refused)]).toEqual([429, '4', '0', '60'])
    expect((await get(globex.owner.key)).status).toBe(200)
    advance(windowMs)
    expect((await get(acme.owner.key)).status).toBe(200)
  })
})

describe('the headers of the limit', () => {
  it('are on every kind of answer', async () => {
    const { acme, get, node } = await limited('1000')
    const answers = [
      await get(acme.owner.key),
      await get(undefined),
      await get('wrong'),
      await get(acme.guest.key, '/api/v0/sessions'),
      await get(acme.owner.key, '/api/v0/sessions?limit=0'),
      await get(acme.owner.key, '/api/v0/sessions/nobody'),
      await get(undefined, '/healthz'),
      await get(undefined, '/openapi.json'),
      await get(acme.owner.key, '/api/organization/maturity-level-reports'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 401, 403, 400, 404, 200, 200, 200])
    for (const answer of answers) expect(limitsOf(answer)).toEqual(['1000', expect.stringMatching(/^9\d\d$/), '60'])
    const operator = await fetch(`${node.address}/api/operator/organizations`, { method: 'POST' })
    expect([operator.status, operator.headers.get('ratelimit-limit')]).toEqual([401, '1000'])
  })

  it('are absent when there is no limit', async () => {
    const { acme, get } = await limited('0')
    expect(limitsOf(await get(acme.owner.key))).toEqual([null, null, null])
  })
})
