import { describe, expect, it } from 'vitest'
import { operatorKey, sharedTestServer } from '../src/testing/test-server.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-03-31T23:00:00Z' })
const path = '/api/v0/organization/usage/limits/users'

/** An organization with users a, b, c and d, and nobody's limit set. */
async function organization() {
  const { client, raw, advance } = server()
  const { apiKey } = await client(operatorKey).operator.createOrganization({ name: 'x', ownerEmail: 'o@x.test' })
  const owner = client(apiKey)
  const ids: Record<string, string> = {}
  for (const name of ['a', 'b', 'c', 'd']) {
    advance(1)
    ids[name] = (await owner.users.invite({ email: `${name}@x.test`, role: 'member' })).id
  }
  return { owner, ids, put: (json: unknown) => raw('PUT', path, { key: apiKey, json }) }
}

function entries(count: number) {
  return Array.from({ length: count }, (_, index) => ({ email: `${index}@x.test`, limit: index }))
}

describe('PUT /api/v0/organization/usage/limits/users', () => {
  it('sets the valid limits, and says in a sentence why the others are refused', async () => {
    const { owner, put } = await organization()
    const { status, json } = await put({
      users: [
        { email: 'A@X.test', limit: 100 },
        { email: 'nobody@x.test', limit: 1 },
        { email: 'b@x.test', limit: -1 },
        { email: 'a@x.test', limit: 200 },
        { email: 'c@x.test', limit: 0 },
      ],
    })
    expect(status).toBe(200)
    expect(json).toEqual({
      updated: [
        { email: 'A@X.test', limit: 100 },
        { email: 'c@x.test', limit: 0 },
      ],
      errors: ['nobody@x.test', 'b@x.test', 'a@x.test'].map((email) => ({
        email,
        error: expect.stringMatching(/^[A-Z][^.]+ .+\.$/),
      })),
    })
    expect((await owner.limits.list()).users).toEqual([
      { email: 'a@x.test', limit: 100, used: 0 },
      { email: 'c@x.test', limit: 0, used: 0 },
    ])
  })

  it('is 200 even if nothing could be set', async () => {
    const { put } = await organization()
    const { status, json } = await put({ users: [{ email: 'nobody@x.test', limit: 1 }] })
    expect([status, json.updated, json.errors.length]).toEqual([200, [], 1])
  })

  it.each([
    ['no body', undefined],
    ['no list', {}],
    ['0 entries', { users: [] }],
    ['101 entries', { users: entries(101) }],
    ['a number with a fraction', { users: [{ email: 'b@x.test', limit: 1.5 }] }],
    ['a number larger than any', { users: [{ email: 'b@x.test', limit: 1e20 }] }],
    ['a number just too large to be exact', { users: [{ email: 'b@x.test', limit: 2 ** 53 }] }],
    ['a number that is text', { users: [{ email: 'b@x.test', limit: '5' }] }],
    ['no number', { users: [{ email: 'b@x.test' }] }],
    ['no e-mail', { users: [{ limit: 5 }] }],
    ['an e-mail that is none', { users: [{ email: 'b', limit: 5 }] }],
    ['an unknown field', { users: [{ email: 'b@x.test', limit: 5, unit: 'credits' }] }],
    [
      'one wrong entry among right ones',
      {
        users: [
          { email: 'b@x.test', limit: 5 },
          { email: 'c@x.test', limit: 0.5 },
        ],
      },
    ],
  ])('answers 400 to %s, and nothing is changed', async (_, json) => {
    const { owner, put } = await organization()
    await put({ users: [{ email: 'a@x.test', limit: 7 }] })
    expect((await put(json)).json).toMatchObject({ status: 400, code: 'invalid_request' })
    expect((await owner.limits.list()).users).toEqual([{ email: 'a@x.test', limit: 7, used: 0 }])
  })

  it('takes 100 entries, and the largest number that is exact', async () => {
    const { put } = await organization()
    const { json } = await put({ users: [{ email: 'a@x.test', limit: 2 ** 53 - 1 }, ...entries(99)] })
    expect([json.updated, json.errors.length]).toEqual([[{ email: 'a@x.test', limit: 2 ** 53 - 1 }], 99])
  })

  it('changes a limit, and removes it with null', async () => {
    const { owner, put } = await organization()
    await put({
      users: [
        { email: 'a@x.test', limit: 7 },
        { email: 'b@x.test', limit: 8 },
      ],
    })
    await put({ users: [{ email: 'a@x.test', limit: 9 }] })
    const { json } = await put({
      users: [
        { email: 'B@x.test', limit: null },
        { email: 'c@x.test', limit: null },
      ],
    })
    expect(json).toEqual({
      updated: [
        { email: 'B@x.test', limit: null },
        { email: 'c@x.test', limit: null },
      ],
      errors: [],
    })
    expect((await owner.limits.list()).users).toEqual([{ email: 'a@x.test', limit: 9, used: 0 }])
  })

  it('does not find removed users', async () => {
    const { owner, ids, put } = await organization()
    await put({ users: [{ email: 'a@x.test', limit: 7 }] })
    await owner.users.remove({ userId: ids.a ?? '' })
    expect((await put({ users: [{ email: 'a@x.test', limit: 7 }] })).json.errors).toHaveLength(1)
    expect((await owner.limits.list()).users).toEqual([])
  })

  it('survives many requests for the same people at once, in any order', async () => {
    const { owner } = await organization()
    const people = ['a@x.test', 'b@x.test', 'c@x.test', 'd@x.test']
    const requests = Array.from({ length: 20 }, (_, index) => {
      const order = index % 2 ? people : people.toReversed()
      return owner.limits.set({ users: order.map((email, at) => ({ email, limit: (index + at) % 5 ? index : null })) })
    })
    for (const { updated } of await Promise.all(requests)) expect(updated).toHaveLength(4)
  })
})

describe('GET /api/v0/organization/usage/limits/users', () => {
  it('lists by age of the user, on pages that neither overlap nor skip', async () => {
    const { owner, put } = await organization()
    await put({ users: ['d', 'b', 'a', 'c'].map((name, limit) => ({ email: `${name}@x.test`, limit })) })
    const all = [
      { email: 'a@x.test', limit: 2, used: 0 },
      { email: 'b@x.test', limit: 1, used: 0 },
      { email: 'c@x.test', limit: 3, used: 0 },
      { email: 'd@x.test', limit: 0, used: 0 },
    ]
    expect(await owner.limits.list()).toEqual({ users: all, pagination: { hasMore: false, nextCursor: null } })
    for (const limit of [1, 2, 3]) expect(await Array.fromAsync(owner.limits.list.items({ limit }))).toEqual(all)
    await expect(owner.limits.list({ cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_cursor' })
  })
})
