import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-03-31T23:59:00Z' })
let computerId: string

beforeAll(async () => {
  const { owner } = server().acme
  computerId = (await owner.computers.register({ name: 'workshop', provider: 'managed' })).id
})

const newSession = async () => (await server().acme.member.sessions.create({ computerId })).sessionId

const limitMember = (limit: number | null) =>
  server().acme.owner.limits.set({ users: [{ email: server().acme.member.email, limit }] })

/** No agent runs in these tests, so what it would have used is written beside the service. */
async function spend(credits: number, month = '2026-03') {
  const { organizationId, member } = server().acme
  await rowsOf(
    server().databaseUrl,
    `insert into credit_usage (organization_id, user_id, month, credits) values ($1, $2, $3, $4)
     on conflict (user_id, month) do update set credits = excluded.credits`,
    [organizationId, member.userId, month, credits],
  )
}

describe('a credit limit', () => {
  const refused = { status: 402, code: 'credit_limit_reached' }

  it('of 0 refuses every message, and stores none', async () => {
    const { member } = server().acme
    const sessionId = await newSession()
    await limitMember(0)
    await expect(member.messages.post({ sessionId, text: 'x' })).rejects.toMatchObject(refused)
    expect(await member.sessions.get({ sessionId })).toMatchObject({ messageCount: 0, status: 'idle' })
  })

  it('refuses many messages at once, each of them', async () => {
    const { member } = server().acme
    const sessionId = await newSession()
    await limitMember(10)
    await spend(10)
    const posts = Array.from({ length: 30 }, (_, index) => member.messages.post({ sessionId, text: `${index}` }))
    for (const outcome of await Promise.allSettled(posts)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: refused })
    }
    expect((await member.sessions.get({ sessionId })).messageCount).toBe(0)
  })

  it('admits messages as long as a credit is left', async () => {
    const { member } = server().acme
    const sessionId = await newSession()
    await limitMember(10)
    await spend(9)
    expect((await member.messages.post({ sessionId, text: 'the last one' })).status).toBe('pending')
    await spend(11)
    await expect(member.messages.post({ sessionId, text: 'one more' })).rejects.toMatchObject(refused)
  })

  it('counts for its own user only', async () => {
    const { owner } = server().acme
    const sessionId = await newSession()
    await limitMember(0)
    expect((await owner.messages.post({ sessionId, text: 'x' })).status).toBe('pending')
  })

  it('holds no more when it is raised or removed', async () => {
    const { member } = server().acme
    const sessionId = await newSession()
    await spend(10)
    for (const limit of [11, null]) {
      await limitMember(0)
      await expect(member.messages.post({ sessionId, text: 'x' })).rejects.toMatchObject(refused)
      await limitMember(limit)
      await member.messages.post({ sessionId, text: 'x' })
    }
  })

  it('does not keep anybody from reading, or from creating sessions', async () => {
    const { member } = server().acme
    await limitMember(0)
    const sessionId = await newSession()
    expect((await member.messages.list({ sessionId })).messages).toEqual([])
  })

  it('begins anew with the month, in UTC', async () => {
    const { member } = server().acme
    const sessionId = await newSession()
    await limitMember(5)
    await spend(5)
    server().advance(59_999)
    await expect(member.messages.post({ sessionId, text: 'still March' })).rejects.toMatchObject(refused)
    server().advance(1)
    expect((await member.messages.post({ sessionId, text: 'April' })).status).toBe('pending')
  })
})
