import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { nodes, secondNode } from './second-node.ts'

const server = sharedTestServer({ ...nodes, MUSTER_NOW: '2026-03-01T09:30:00Z' })
const hourMs = 60 * 60 * 1000

function inMs(ms: number): string {
  return new Date(server().now() + ms).toISOString()
}

describe('POST /api/v0/api-keys', () => {
  it('answers 201 with a key that works at once', async () => {
    const { acme, client, raw } = server()
    const answer = await raw('POST', '/api/v0/api-keys', { key: acme.member.key, json: { name: 'laptop' } })
    expect(answer.status).toBe(201)
    expect(answer.json).toEqual({
      id: expect.any(String),
      name: 'laptop',
      userId: acme.member.userId,
      createdAt: inMs(0),
      parentId: acme.member.key.split('_')[1],
      key: expect.stringMatching(/^mst_[A-Za-z0-9]+_[A-Za-z0-9_-]{43,}$/),
    })
    expect(answer.json.key.split('_')[1]).toBe(answer.json.id)
    expect((await client(answer.json.key).organization.me()).user.id).toBe(acme.member.userId)
  })

  it('makes a secret of at least 256 bits that is never the same', async () => {
    const { owner } = server().acme
    const keys = await Promise.all(Array.from({ length: 20 }, () => owner.apiKeys.create({ name: 'many' })))
    const secrets = keys.map(({ key }) => key.split('_').slice(2).join('_'))
    for (const secret of secrets) expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(32)
    expect(new Set(secrets).size).toBe(20)
  })

  it('makes one key of a request that comes twice with the same Idempotency-Key, and shows it once', async () => {
    const { owner } = server().acme
    const idempotencyKey = randomUUID()
    const first = await owner.apiKeys.create({ name: 'once' }, { idempotencyKey })
    const again = owner.apiKeys.create({ name: 'once' }, { idempotencyKey })
    await expect(again).rejects.toMatchObject({
      status: 409,
      code: 'secret_shown_once',
      detail: expect.stringContaining(first.id),
    })
    const other = owner.apiKeys.create({ name: 'twice' }, { idempotencyKey })
    await expect(other).rejects.toMatchObject({ status: 409, code: 'idempotency_key_reused' })
  })

  it('lets an owner make a key for somebody, which then acts as that person', async () => {
    const { acme, client } = server()
    const created = await acme.owner.apiKeys.create({ name: 'for the guest', userId: acme.guest.userId })
    expect(created.userId).toBe(acme.guest.userId)
    expect((await client(created.key).organization.me()).user).toMatchObject({ id: acme.guest.userId, role: 'guest' })
  })

  it.each(['manager', 'member', 'guest'] as const)('lets a %s make keys for nobody else', async (role) => {
    const { acme } = server()
    for (const userId of [acme.owner.userId, randomUUID()]) {
      const create = acme[role].apiKeys.create({ name: 'not mine', userId })
      await expect(create).rejects.toMatchObject({ status: 403, code: 'role_not_allowed' })
    }
    const own = await acme[role].apiKeys.create({ name: 'mine', userId: acme[role].userId.toUpperCase() })
    expect(own.userId).toBe(acme[role].userId)
  })

  it('answers 404 for a user who is not there', async () => {
    const { owner } = server().acme
    const { id } = await owner.users.invite({ email: `${randomUUID()}@acme.test`, role: 'guest' })
    await owner.users.remove({ userId: id })
    for (const userId of [randomUUID(), 'nobody', id]) {
      const create = owner.apiKeys.create({ name: 'x', userId })
      await expect(create).rejects.toMatchObject({ status: 404, code: 'user_not_found' })
    }
  })

  it.each([
    ['no name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['an unknown field', { name: 'x', scope: 'keys:read' }, 'scope'],
    ['a scope that is none', { name: 'x', scopes: ['everything'] }, 'scopes[0]'],
    ['no scopes at all', { name: 'x', scopes: [] }, 'scopes'],
    ['a scope twice', { name: 'x', scopes: ['keys:read', 'keys:read'] }, 'scopes'],
    ['a date without a time', { name: 'x', expiresAt: '2030-01-01' }, 'expiresAt'],
    ['a date that is none', { name: 'x', expiresAt: '2030-02-30T00:00:00Z' }, 'expiresAt'],
    ['a second that clocks do not show', { name: 'x', expiresAt: '2030-12-31T23:59:60Z' }, 'expiresAt'],
    ['an expiry in the past', { name: 'x', expiresAt: '2026-03-01T09:29:59Z' }, 'expiresAt'],
    ['an expiry just now', { name: 'x', expiresAt: Date.parse('2026-03-01T09:30:00Z') }, 'expiresAt'],
    ['an expiry before time began', { name: 'x', expiresAt: -1 }, 'expiresAt'],
    ['a secret of the caller’s choice', { name: 'x', key: `mst_a_${'A'.repeat(43)}` }, 'key'],
  ])('answers 400 to %s', async (_, json, path) => {
    const { acme, raw } = server()
    const answer = await raw('POST', '/api/v0/api-keys', { key: acme.owner.key, json })
    expect(answer.json).toMatchObject({ status: 400, errors: [{ path }] })
  })
})

describe('an expiry', () => {
  it.each([
    ['an ISO time', () => inMs(hourMs)],
    ['Unix milliseconds', () => server().now() + hourMs],
    ['an ISO time of another zone', () => inMs(3 * hourMs).replace('Z', '+02:00')],
  ])('given as %s ends the key, and its tokens, to the millisecond and on every node', async (_, expiresAt) => {
    const { acme, client, advance } = server()
    const created = await acme.owner.apiKeys.create({ name: 'short', expiresAt: expiresAt() })
    expect(created.expiresAt).toBe(inMs(hourMs))
    advance(hourMs - 10_000)
    const { token } = await client(created.key).apiKeys.createToken()
    advance(9_999)
    const other = await secondNode(server())
    const clients = [client(created.key), client(token), other.client(created.key), other.client(token)]
    for (const one of clients) expect((await one.organization.me()).user.id).toBe(acme.owner.userId)
    advance(1)
    for (const one of clients) await expect(one.organization.me()).rejects.toMatchObject({ status: 401 })
  })
})

describe('DELETE /api/v0/api-keys/{id}', () => {
  it('ends a key and its tokens at once, on every node', async () => {
    const { acme, client, raw } = server()
    const { id, key } = await acme.member.apiKeys.create({ name: 'lost' })
    const { token } = await client(key).apiKeys.createToken()
    const other = await secondNode(server())
    const clients = [client(key), client(token), other.client(key), other.client(token)]
    for (const one of clients) expect((await one.organization.me()).user.id).toBe(acme.member.userId)
    const answer = await raw('DELETE', `/api/v0/api-keys/${id}`, { key: acme.member.key })
    expect([answer.status, answer.text]).toEqual([204, ''])
    for (const one of clients) await expect(one.organization.me()).rejects.toMatchObject({ status: 401 })
    await expect(client(key).apiKeys.createToken()).rejects.toMatchObject({ status: 401 })
  })

  it('answers 404 the second time', async () => {
    const { owner } = server().acme
    const { id } = await owner.apiKeys.create({ name: 'twice' })
    await owner.apiKeys.revoke({ id })
    await expect(owner.apiKeys.revoke({ id })).rejects.toMatchObject({ status: 404, code: 'api_key_not_found' })
  })

  it('may be used by a key on itself', async () => {
    const { acme, client } = server()
    const { id, key } = await acme.guest.apiKeys.create({ name: 'self' })
    await client(key).apiKeys.revoke({ id })
    await expect(client(key).apiKeys.revoke({ id })).rejects.toMatchObject({ status: 401 })
  })

  it('lets owners revoke anybody’s keys, and everybody else only their own', async () => {
    const { acme } = server()
    const { id } = await acme.guest.apiKeys.create({ name: 'of the guest' })
    for (const role of ['manager', 'member'] as const) {
      await expect(acme[role].apiKeys.revoke({ id })).rejects.toMatchObject({ status: 404 })
    }
    await acme.owner.apiKeys.revoke({ id })
  })
})
