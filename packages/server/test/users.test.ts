import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { operatorKey, sharedTestServer } from '../src/testing/test-server.ts'

// The clock stands still unless it is moved, so that a test says who is older than whom.
const server = sharedTestServer({ MUSTER_NOW: '2026-03-01T09:30:00Z' })

async function organization(size: number, { stepMs = 1 } = {}) {
  const { client, advance } = server()
  const { apiKey } = await client(operatorKey).operator.createOrganization({
    name: 'initech',
    ownerEmail: 'owner@initech.test',
  })
  const owner = client(apiKey)
  for (let count = 1; count < size; count++) {
    advance(stepMs)
    await owner.users.invite({ email: `${count}@initech.test`, role: 'guest' })
  }
  return owner
}

describe('GET /api/v0/organization/users', () => {
  it('shows the fields of a user, and the role, and no others', async () => {
    const { owner } = server().acme
    const email = `${randomUUID()}@acme.test`
    const metadata = { team: 'billing', level: 3, nested: { a: [1, null, 'é'] } }
    const invited = await owner.users.invite({ email, role: 'member', firstName: 'Ada', lastName: 'King', metadata })
    expect(invited).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email,
      createdAt: new Date(server().now()).toISOString(),
      metadata,
      firstName: 'Ada',
      lastName: 'King',
      role: 'member',
    })
    const { users } = await owner.users.list({ limit: 100 })
    expect(users.find(({ id }) => id === invited.id)).toEqual(invited)
  })

  it('leaves out what is not known, except the metadata', async () => {
    const { acme } = server()
    const { users } = await acme.manager.users.list()
    expect(users.find(({ id }) => id === acme.guest.userId)).toEqual({
      id: acme.guest.userId,
      email: 'guest@acme.test',
      createdAt: '2026-03-01T09:30:00.000Z',
      metadata: {},
      role: 'guest',
    })
  })

  it('shows the last sign-in once there was one', async () => {
    const { acme } = server()
    await acme.member.apiKeys.createToken()
    const { users } = await acme.owner.users.list({ limit: 100 })
    expect(users.find(({ id }) => id === acme.member.userId)?.lastSignInAt).toBe(new Date(server().now()).toISOString())
    expect(users.find(({ id }) => id === acme.manager.userId)?.lastSignInAt).toBeUndefined()
  })

  it('lists the oldest first', async () => {
    const { users } = await (await organization(6)).users.list()
    expect(users.map(({ email }) => email)).toEqual([
      'owner@initech.test',
      ...[1, 2, 3, 4, 5].map((count) => `${count}@initech.test`),
    ])
  })

  it.each([1, 2, 3, 5, 7, 100])('shows everybody once on pages of %i', async (limit) => {
    const owner = await organization(7)
    const users = await Array.fromAsync(owner.users.list.items({ limit }))
    expect(users.map(({ email }) => email)).toEqual([
      'owner@initech.test',
      ...[1, 2, 3, 4, 5, 6].map((count) => `${count}@initech.test`),
    ])
  })

  it('distinguishes people who came at the same time, so that pages neither overlap nor skip', async () => {
    const owner = await organization(9, { stepMs: 0 })
    const { users } = await owner.users.list()
    expect(new Set(users.map(({ email }) => email)).size).toBe(9)
    expect(new Set(users.map(({ createdAt }) => createdAt)).size).toBe(1)
    for (const limit of [1, 2, 4]) {
      expect(await Array.fromAsync(owner.users.list.items({ limit }))).toEqual(users)
    }
  })

  it('has no more pages when the last one is just full', async () => {
    const owner = await organization(4)
    expect((await owner.users.list({ limit: 4 })).pagination).toEqual({ hasMore: false, nextCursor: null })
    const first = await owner.users.list({ limit: 3 })
    expect(first.pagination).toEqual({ hasMore: true, nextCursor: expect.any(String) })
  })

  it('goes on from a cursor while people come and go', async () => {
    const owner = await organization(5)
    const first = await owner.users.list({ limit: 2 })
    await owner.users.remove({ userId: first.users[1]?.id ?? '' })
    server().advance(1)
    await owner.users.invite({ email: 'late@initech.test', role: 'guest' })
    const rest = await owner.users.list({ limit: 100, cursor: first.pagination.nextCursor ?? '' })
    expect(rest.users.map(({ email }) => email)).toEqual([
      '2@initech.test',
      '3@initech.test',
      '4@initech.test',
      'late@initech.test',
    ])
  })

  it('shows 20 unless asked for another number', async () => {
    const owner = await organization(22)
    expect((await owner.users.list()).users).toHaveLength(20)
    expect((await owner.users.list({ limit: 21 })).users).toHaveLength(21)
  })

  it.each(['0', '101', 'abc', '1.5', '', '-1', ' 5', '1e1', '+5'])('answers 400 to limit=%j', async (limit) => {
    const { acme, raw } = server()
    const path = `/api/v0/organization/users?limit=${encodeURIComponent(limit)}`
    const { json } = await raw('GET', path, { key: acme.owner.key })
    expect(json).toMatchObject({ status: 400, code: 'invalid_request', errors: [{ path: 'limit' }] })
  })

  it.each(['x', 'AAAA', '%00', 'eyJhIjoxfQ', '🐛'])('answers 400 to the cursor %j', async (cursor) => {
    await expect(server().acme.owner.users.list({ cursor })).rejects.toMatchObject({ status: 400 })
  })
})

describe('restrictMemberVisibility', () => {
  it('shows a member nobody else, and owners and managers everybody, from the next request on', async () => {
    const { globex } = server()
    const seenBy = async (role: 'owner' | 'manager' | 'member') => (await globex[role].users.list()).users.length
    expect(await seenBy('member')).toBe(4)
    const { pagination } = await globex.member.users.list({ limit: 1 })

    await globex.owner.controls.replace({ restrictMemberVisibility: true })
    expect((await globex.member.users.list()).users.map(({ id }) => id)).toEqual([globex.member.userId])
    expect([await seenBy('owner'), await seenBy('manager')]).toEqual([4, 4])
    const goOn = globex.member.users.list({ cursor: pagination.nextCursor ?? '' })
    await expect(goOn).rejects.toMatchObject({ status: 400, code: 'invalid_cursor' })

    await globex.owner.controls.replace({ restrictMemberVisibility: false })
    expect(await seenBy('member')).toBe(4)
  })
})
