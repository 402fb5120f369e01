import { endpointList } from '@muster/contract/endpoints'
import { roles } from '@muster/contract/enumerations'
import { errors } from '@muster/contract/errors'
import { beforeAll, describe, expect, it } from 'vitest'
import { operatorKey, type Person, type RawAnswer, sharedTestServer, testServer } from '../src/testing/test-server.ts'
import { type Row, rows, table, userRows } from './access-table.ts'
import { fill, type Target } from './access-targets.ts'
import { cookieOf } from './browser-cookie.ts'

const server = sharedTestServer()
const hourMs = 60 * 60 * 1000

/** Bearers that must all be refused in the same words. Filled when the server is there. */
const badBearers: [description: string, authorization: string | undefined][] = []
const tokens = new Map<Person, string>()
const cookies = new Map<Person, string>()

beforeAll(async () => {
  const { acme, advance, now } = server()
  const { owner } = acme
  const inAnHour = new Date(now() + hourMs).toISOString()
  const expired = await owner.apiKeys.create({ name: 'expires', expiresAt: inAnHour })
  const oldToken = await owner.apiKeys.createToken()
  advance(2 * hourMs)
  const revoked = await owner.apiKeys.create({ name: 'revoked' })
  const { token: orphan } = await server().client(revoked.key).apiKeys.createToken()
  await owner.apiKeys.revoke({ id: revoked.id })
  const leaver = await owner.users.invite({ email: 'leaver@acme.test', role: 'owner' })
  const leaverKey = await owner.apiKeys.create({ name: 'of a leaver', userId: leaver.id })
  await owner.users.remove({ userId: leaver.id })
  for (const role of roles) tokens.set(acme[role], (await acme[role].apiKeys.createToken()).token)

  const [, keyId] = owner.key.split('_')
  badBearers.push(
    ['none', undefined],
    ['an empty header', ''],
    ['a scheme without a value', 'Bearer'],
    ['another scheme', `Basic ${owner.key}`],
    ['two values', `Bearer ${owner.key} ${owner.key}`],
    ['a word', 'Bearer secret'],
    ['something like a token', 'Bearer a.b.c'],
    ['half a key', `Bearer mst_${keyId}`],
    ['an unknown key', `Bearer mst_0123456789abcdef_${'A'.repeat(43)}`],
    ['a key with another secret', `Bearer mst_${keyId}_${'A'.repeat(43)}`],
    ['a key with a longer secret', `Bearer ${owner.key}A`],
    ['a revoked key', `Bearer ${revoked.key}`],
    ['an expired key', `Bearer ${expired.key}`],
    ['the key of somebody removed', `Bearer ${leaverKey.key}`],
    ['an expired token', `Bearer ${oldToken.token}`],
    ['a token of a revoked key', `Bearer ${orphan}`],
  )
})

function call(row: Row, authorization: string | undefined, { params, json }: Target = {}): Promise<RawAnswer> {
  const headers = authorization === undefined ? {} : { authorization }
  return server().raw(row.method, fill(row.path, params), { json, headers })
}

function withKey(row: Row, key: string, target: Target) {
  return call(row, `Bearer ${key}`, target)
}

function tokenOf(person: Person): string {
  return tokens.get(person) ?? ''
}

const unauthorized = { status: 401, code: 'unauthorized', title: errors.unauthorized.title }

describe('the table of access', () => {
  it('has a row for every endpoint of the contract, under its path', () => {
    const paths = endpointList.map(({ id, endpoint }) => [id, `${endpoint.method} ${endpoint.path}`])
    expect(Object.fromEntries(paths)).toEqual(
      Object.fromEntries(Object.entries(table).map(([id, row]) => [id, row.call])),
    )
  })

  it('knows every alias', () => {
    const aliases = endpointList.flatMap(({ endpoint }) => endpoint.aliases ?? [])
    expect(new Set(aliases)).toEqual(new Set(Object.values(table).flatMap((row) => row.aliases ?? [])))
  })
})

for (const row of userRows) {
  describe(row.call, () => {
    it('answers 401 in the same words, whatever is wrong with the bearer', async () => {
      const target = await row.prepare(server().acme, server().acme.owner.userId)
      const refusals = new Set<string>()
      for (const [description, authorization] of [
        ...badBearers,
        ['the operator’s', `Bearer ${operatorKey}`] as const,
      ]) {
        const answer = await call(row, authorization, target)
        expect({ description, ...answer.json }).toMatchObject({ description, ...unauthorized })
        expect(answer.headers.get('www-authenticate')).toBe('Bearer')
        expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
        refusals.add(JSON.stringify({ ...answer.json, requestId: '' }))
      }
      expect(refusals.size).toBe(1)
    })

    it.each(roles)('answers as the table says to a %s', async (role) => {
      const person = server().acme[role]
      const answer = await withKey(row, person.key, await row.prepare(server().acme, person.userId))
      if (row.admits.includes(role)) expect(answer.status).toBe(row.answer)
      else expect(answer.json).toMatchObject({ status: 403, code: 'role_not_allowed' })
    })

    it.each(roles)('answers as the table says to the token of a %s', async (role) => {
      const person = server().acme[role]
      const answer = await withKey(row, tokenOf(person), await row.prepare(server().acme, person.userId))
      if (!row.token) expect(answer.json).toMatchObject(unauthorized)
      else if (row.admits.includes(role)) expect(answer.status).toBe(row.answer)
      else expect(answer.json).toMatchObject({ status: 403, code: 'role_not_allowed' })
    })

    it.each(roles)('answers as the table says to the browser of a %s, and to no page of another site', async (role) => {
      const { acme, raw } = server()
      const person = acme[role]
      // Some changes sign all browsers of the caller out.
      if (row.method !== 'GET') cookies.clear()
      const cookie = cookies.get(person) ?? (await cookieOf(server(), person.key))
      if (row.method === 'GET') cookies.set(person, cookie)
      const { params, json } = await row.prepare(acme, person.userId)
      const ask = (headers: Record<string, string>) =>
        raw(row.method, fill(row.path, params), { json, headers: { cookie, ...headers } })
      for (const site of ['cross-site', 'same-site']) {
        expect((await ask({ 'sec-fetch-site': site })).json).toMatchObject(unauthorized)
      }
      expect((await ask({ origin: 'https://evil.example' })).json).toMatchObject(unauthorized)
      const answer = await ask({ 'sec-fetch-site': 'same-origin' })
      if (!row.admits.includes(role)) expect(answer.json).toMatchObject({ status: 403, code: 'role_not_allowed' })
      else expect(answer.status).toBe(row.answer)
    })
  })
}

for (const row of userRows.filter(({ method }) => method === 'GET')) {
  describe(`HEAD ${row.path}`, () => {
    it('answers 401 without a bearer', async () => {
      const target = await row.prepare(server().acme, server().acme.owner.userId)
      const { status } = await fetch(server().address + fill(row.path, target.params), { method: 'HEAD' })
      expect(status).toBe(401)
    })
  })
}

for (const row of rows.filter(({ admits }) => admits === 'anyone')) {
  describe(row.call, () => {
    it('asks nobody who they are', async () => {
      for (const [description, authorization] of [
        ...badBearers,
        ['a guest', `Bearer ${server().acme.guest.key}`] as const,
      ]) {
        const { acme } = server()
        const { status } = await call(row, authorization, await row.prepare(acme, acme.owner.userId))
        expect({ description, status }).toEqual({ description, status: row.answer })
      }
    })
  })
}

for (const row of rows.filter(({ admits }) => admits === 'computer')) {
  describe(row.call, () => {
    it('answers 401 to everybody who is no computer', async () => {
      const { owner } = server().acme
      const target = await row.prepare(server().acme, owner.userId)
      for (const authorization of [undefined, 'Bearer x', `Bearer ${owner.key}`, `Bearer ${tokenOf(owner)}`]) {
        expect((await call(row, authorization, target)).json).toMatchObject(unauthorized)
      }
    })
  })
}

for (const row of rows.filter(({ admits }) => admits === 'operator')) {
  describe(row.call, () => {
    it('answers 401 to everybody but the operator', async () => {
      const owner = server().acme.owner
      const others = [
        ...badBearers,
        ['an owner', `Bearer ${owner.key}`],
        ['a token', `Bearer ${tokenOf(owner)}`],
      ] as const
      const refusals = new Set<string>()
      for (const [description, authorization] of others) {
        const answer = await call(row, authorization, await row.prepare(server().acme, owner.userId))
        expect({ description, ...answer.json }).toMatchObject({ description, ...unauthorized })
        expect(answer.headers.get('www-authenticate')).toBe('Bearer')
        refusals.add(JSON.stringify({ ...answer.json, requestId: '' }))
      }
      expect(refusals.size).toBe(1)
    })

    it('admits the operator', async () => {
      const target = await row.prepare(server().acme, server().acme.owner.userId)
      expect((await withKey(row, operatorKey, target)).status).toBe(row.answer)
    })
  })
}

describe('GET /metrics', () => {
  it('asks for the token that MUSTER_METRICS_TOKEN sets, and for nothing else', async () => {
    const { acme, raw } = await testServer({ MUSTER_METRICS_TOKEN: 'token of the metrics' })
    for (const key of [undefined, 'token', acme.owner.key, operatorKey]) {
      const answer = await raw('GET', '/metrics', { key })
      expect([answer.json.code, answer.headers.get('www-authenticate')]).toEqual(['unauthorized', 'Bearer'])
    }
    const { status, text } = await raw('GET', '/metrics', { key: 'token of the metrics' })
    expect([status, text]).toEqual([200, expect.stringContaining('muster_http_request_duration_seconds')])
    for (const key of [acme.owner.key, acme.organizationId, acme.owner.email]) expect(text).not.toContain(key)
  })
})
