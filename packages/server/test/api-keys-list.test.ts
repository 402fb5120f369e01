import type { Scope } from '@muster/contract/enumerations'
import { describe, expect, it, vi } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { nodes, secondNode } from './second-node.ts'

const server = sharedTestServer({ ...nodes, MUSTER_NOW: '2026-03-01T09:30:00Z' })

describe('GET /api/v0/api-keys', () => {
  it('shows everything about a key except the key itself', async () => {
    const { acme, raw } = server()
    const expiresAt = '2027-01-01T00:00:00.000Z'
    const scopes: Scope[] = ['readiness:read', 'readiness:write']
    const { key, ...created } = await acme.manager.apiKeys.create({ name: 'CI', scopes, expiresAt })
    expect(created).toEqual({
      id: expect.any(String),
      name: 'CI',
      userId: acme.manager.userId,
      scopes,
      createdAt: '2026-03-01T09:30:00.000Z',
      expiresAt,
      parentId: acme.manager.key.split('_')[1],
    })
    const { text, json } = await raw('GET', '/api/v0/api-keys', { key: acme.manager.key })
    expect(json.apiKeys).toContainEqual(created)
    expect(text).not.toContain(key.split('_').slice(2).join('_'))
  })

  it('shows owners all keys and everybody else their own', async () => {
    const { acme } = server()
    for (const role of ['manager', 'member', 'guest'] as const) {
      const { apiKeys } = await acme[role].apiKeys.list({ limit: 100 })
      expect(new Set(apiKeys.map(({ userId }) => userId))).toEqual(new Set([acme[role].userId]))
    }
    const { apiKeys } = await acme.owner.apiKeys.list({ limit: 100 })
    expect(new Set(apiKeys.map(({ userId }) => userId)).size).toBe(4)
  })

  it('lists the newest first, on pages that neither overlap nor skip', async () => {
    const { acme, advance } = server()
    const { owner } = acme
    const names = Array.from({ length: 7 }, (_, count) => `key ${count}`)
    for (const name of names) {
      await owner.apiKeys.create({ name, userId: acme.guest.userId })
      advance(1)
    }
    const all = (await acme.guest.apiKeys.list({ limit: 100 })).apiKeys
    expect(all.slice(0, 7).map(({ name }) => name)).toEqual(names.toReversed())
    for (const limit of [1, 2, 3, 8]) {
      expect(await Array.fromAsync(acme.guest.apiKeys.list.items({ limit }))).toEqual(all)
    }
  })

  it('distinguishes keys that were made at the same time', async () => {
    const { globex } = server()
    await Promise.all(Array.from({ length: 9 }, () => globex.guest.apiKeys.create({ name: 'same time' })))
    const all = (await globex.guest.apiKeys.list({ limit: 100 })).apiKeys
    expect(all).toHaveLength(10)
    for (const limit of [1, 3, 4]) {
      expect(await Array.fromAsync(globex.guest.apiKeys.list.items({ limit }))).toEqual(all)
    }
  })

  it('does not show a revoked key', async () => {
    const { member } = server().acme
    const { id } = await member.apiKeys.create({ name: 'gone' })
    await member.apiKeys.revoke({ id })
    expect((await member.apiKeys.list({ limit: 100 })).apiKeys.map((key) => key.id)).not.toContain(id)
  })

  it('shows when a key was last used', async () => {
    const { acme, advance, now } = server()
    const { id, key } = await acme.member.apiKeys.create({ name: 'used' })
    const find = async () => (await acme.member.apiKeys.list({ limit: 100 })).apiKeys.find((one) => one.id === id)
    expect(await find()).not.toHaveProperty('lastUsedAt')
    advance(5_000)
    const node = await secondNode(server())
    await node.client(key).organization.me()
    // Uses are written down every few seconds, and when a node stops.
    await node.close()
    expect((await find())?.lastUsedAt).toBe(new Date(now()).toISOString())
  })

  it('shows when events of a key were last stored, and does not count what was refused', async () => {
    const { acme, client, now } = server()
    const { id, key } = await acme.member.apiKeys.create({ name: 'sending' })
    const find = async () => (await acme.member.apiKeys.list({ limit: 100 })).apiKeys.find((one) => one.id === id)
    const { telemetry } = client(key)
    const refused = await telemetry.events({ events: [{ type: 'no such type' }] as never })
    expect(refused).toMatchObject({ accepted: 0, rejected: [{ index: 0 }] })
    await vi.waitUntil(async () => (await find())?.lastUsedAt, { timeout: 60_000, interval: 200 })
    expect(await find()).not.toHaveProperty('lastEventAt')
    const time = new Date(now()).toISOString()
    await telemetry.events({ events: [{ time, client: 'terminal-ui', type: 'session_start' }] })
    const heard = await vi.waitUntil(async () => (await find())?.lastEventAt, { timeout: 60_000, interval: 200 })
    expect(heard).toBe(time)
  })
})

describe('a key with scopes', () => {
  async function scoped(scopes: Scope[]) {
    const { acme, client } = server()
    return client((await acme.owner.apiKeys.create({ name: 'scoped', scopes })).key)
  }

  it('makes keys with its own scopes, or fewer', async () => {
    const own: Scope[] = ['keys:write', 'sessions:read', 'readiness:read']
    const maker = await scoped(own)
    expect(new Set((await maker.apiKeys.create({ name: 'same' })).scopes)).toEqual(new Set(own))
    const fewer = await maker.apiKeys.create({ name: 'fewer', scopes: ['sessions:read'] })
    expect(fewer.scopes).toEqual(['sessions:read'])
  })

  it('never makes a key that may do more than itself', async () => {
    const { acme, client } = server()
    const maker = await scoped(['keys:write', 'sessions:read'])
    const byToken = client((await maker.apiKeys.createToken()).token)
    for (const one of [maker, byToken]) {
      for (const userId of [undefined, acme.guest.userId]) {
        const create = one.apiKeys.create({ name: 'wider', scopes: ['sessions:read', 'sessions:write'], userId })
        await expect(create).rejects.toMatchObject({ status: 403, code: 'scope_not_allowed' })
      }
      const { key } = await one.apiKeys.create({ name: 'for the guest', userId: acme.guest.userId })
      expect(new Set((await client(key).organization.me()).scopes)).toEqual(new Set(['keys:write']))
    }
  })

  it('gives its scopes to its tokens', async () => {
    const maker = await scoped(['sessions:read'])
    const { token } = await maker.apiKeys.createToken()
    const byToken = server().client(token)
    expect((await byToken.organization.me()).scopes).toEqual(['sessions:read'])
    await expect(byToken.computers.list()).rejects.toMatchObject({ status: 403, code: 'scope_not_allowed' })
  })
})
