import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { sharedTestServer, testServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'
import { nodes, secondNode } from './second-node.ts'

const server = sharedTestServer(nodes)
const issuer = nodes.MUSTER_API_URL

describe('POST /api/v0/token', () => {
  it('answers with a token and when it ends', async () => {
    const { acme, now, raw } = server()
    const answer = await raw('POST', '/api/v0/token', { key: acme.member.key })
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({ token: expect.any(String), expiresAt: expect.any(String) })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const lifetimeMs = Date.parse(answer.json.expiresAt) - now()
    expect(lifetimeMs).toBeGreaterThan(895_000)
    expect(lifetimeMs).toBeLessThanOrEqual(900_000)
    expect(decodeJwt(answer.json.token).exp).toBe(Date.parse(answer.json.expiresAt) / 1000)
  })

  it('makes tokens that anybody can check with the public keys', async () => {
    const { acme, address } = server()
    const { token } = await acme.member.apiKeys.createToken()
    const keys = createRemoteJWKSet(new URL(`${address}/.well-known/jwks.json`))
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience: 'muster',
      algorithms: ['ES256'],
    })
    expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: expect.any(String) })
    expect(payload).toMatchObject({ sub: acme.member.userId, org: acme.organizationId, jti: expect.any(String) })
  })

  it('puts nothing of the key’s secret into the token', async () => {
    const { member } = server().acme
    const { token } = await member.apiKeys.createToken()
    const secret = member.key.split('_').slice(2).join('_')
    expect(JSON.stringify([decodeJwt(token), decodeProtectedHeader(token)])).not.toContain(secret)
  })

  it('makes a token that ends after MUSTER_TOKEN_SECONDS', async () => {
    const { acme, advance, client } = await testServer({ MUSTER_TOKEN_SECONDS: '60' })
    const { token } = await acme.guest.apiKeys.createToken()
    expect((await client(token).organization.me()).user.id).toBe(acme.guest.userId)
    advance(58_000)
    expect((await client(token).organization.me()).user.id).toBe(acme.guest.userId)
    advance(2_000)
    await expect(client(token).organization.me()).rejects.toMatchObject({ status: 401 })
  })

  it('makes tokens that every node accepts', async () => {
    const { acme, client } = server()
    const node = await secondNode(server())
    const { token } = await acme.owner.apiKeys.createToken()
    const { token: theirs } = await node.client(acme.owner.key).apiKeys.createToken()
    expect((await node.client(token).organization.me()).user.id).toBe(acme.owner.userId)
    expect((await client(theirs).organization.me()).user.id).toBe(acme.owner.userId)
  })
})

describe('a token', () => {
  it('is no bearer for Readiness, nor for another token', async () => {
    const { acme, client } = server()
    const bearer = client((await acme.owner.apiKeys.createToken()).token)
    await expect(bearer.reports.list()).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
    const publish = bearer.reports.publish({ repoUrl: 'https://example.com/a/b', apps: {}, report: {} })
    await expect(publish).rejects.toMatchObject({ status: 401 })
    await expect(bearer.apiKeys.createToken()).rejects.toMatchObject({ status: 401 })
  })

  it('has the role that its user has now', async () => {
    const { acme, client } = server()
    const { token } = await acme.guest.apiKeys.createToken()
    await expect(client(token).users.list()).rejects.toMatchObject({ status: 403 })
    await acme.owner.users.update({ userId: acme.guest.userId, role: 'member' })
    expect((await client(token).users.list()).users).toHaveLength(4)
    await acme.owner.users.update({ userId: acme.guest.userId, role: 'guest' })
  })
})

describe('GET /.well-known/jwks.json', () => {
  it('shows public halves only', async () => {
    const { keys } = (await server().raw('GET', '/.well-known/jwks.json')).json
    expect(keys).toEqual([
      {
        kty: 'EC',
        crv: 'P-256',
        x: expect.any(String),
        y: expect.any(String),
        kid: expect.any(String),
        alg: 'ES256',
        use: 'sig',
      },
    ])
  })

  it('is the same on nodes that start together on an empty database', async () => {
    const fresh = await testServer(nodes)
    await rowsOf(fresh.databaseUrl, 'delete from signing_keys')
    const started = await Promise.all([secondNode(fresh), secondNode(fresh), secondNode(fresh)])
    const sets = await Promise.all(started.map(async ({ client }) => JSON.stringify(await client().service.jwks())))
    expect(new Set(sets).size).toBe(1)
    expect(await rowsOf(fresh.databaseUrl, 'select id from signing_keys')).toHaveLength(1)
  })
})
