import { describe, expect, it } from 'vitest'
import { operatorKey, sharedTestServer } from '../src/testing/test-server.ts'
import { creditsAre, useTokens } from './credits-used.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-03-31T12:00:00Z', MUSTER_RATE_LIMIT: '0' })
const refused = { status: 402, code: 'credit_limit_reached' }
const email = 'ada@x.test'

/** An organization with a member who has a session and spends what the test says. */
async function organization() {
  const { client } = server()
  const { apiKey } = await client(operatorKey).operator.createOrganization({ name: 'x', ownerEmail: 'o@x.test' })
  const owner = client(apiKey)
  const { id: userId } = await owner.users.invite({ email, role: 'member' })
  const member = client((await owner.apiKeys.create({ name: 'agent', userId })).key)
  const { id: computerId } = await owner.computers.register({ name: 'workshop', provider: 'managed' })
  const { sessionId } = await member.sessions.create({ computerId })
  return {
    owner,
    member,
    sessionId,
    post: (text = 'go') => member.messages.post({ sessionId, text }),
    limit: (limit: number | null) => owner.limits.set({ users: [{ email, limit }] }),
    spend: (tokens: number) => useTokens(server(), member, tokens),
    used: (credits: number) => creditsAre(server(), owner, email, credits),
  }
}

describe('a credit limit', () => {
  it('of 0 refuses every message, and stores none', async () => {
    const { member, sessionId, post, limit } = await organization()
    await limit(0)
    await expect(post()).rejects.toMatchObject(refused)
    expect(await member.sessions.get({ sessionId })).toMatchObject({ messageCount: 0, status: 'idle' })
  })

  it('admits messages as long as a credit is left, and none when all are used', async () => {
    const { post, limit, spend, used } = await organization()
    await limit(100)
    await spend(99)
    await used(99)
    expect((await post()).status).toBe('pending')
    await spend(1)
    await used(100)
    await expect(post()).rejects.toMatchObject({ ...refused, message: expect.stringContaining('100 of your 100') })
  })

  it('refuses each of a hundred messages at once', async () => {
    const { member, sessionId, post, limit, spend, used } = await organization()
    await limit(10)
    await spend(12)
    await used(12)
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, (_, index) => post(`${index}`)))
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: refused })
    expect((await member.sessions.get({ sessionId })).messageCount).toBe(0)
  })

  it('that is lowered while messages come in applies to every later message', async () => {
    const { member, sessionId, post, limit, spend, used } = await organization()
    await limit(1_000)
    await spend(500)
    await used(500)
    let isLowered = false
    const sender = async () => {
      const outcomes: { wasLowered: boolean; isAdmitted: boolean }[] = []
      for (let sent = 0; sent < 25; sent++) {
        const wasLowered = isLowered
        const isAdmitted = await post().then(
          () => true,
          (error: unknown) => {
            expect(error).toMatchObject(refused)
            return false
          },
        )
        outcomes.push({ wasLowered, isAdmitted })
        // Everybody has sent something when the limit is lowered, and has something left to send.
        if (sent === 8) {
          await limit(500)
          isLowered = true
        }
      }
      return outcomes
    }
    const outcomes = (await Promise.all([sender(), sender(), sender(), sender()])).flat()
    expect(outcomes.filter(({ wasLowered, isAdmitted }) => wasLowered && isAdmitted)).toEqual([])
    const admitted = outcomes.filter(({ isAdmitted }) => isAdmitted).length
    expect(admitted).toBeGreaterThan(0)
    expect((await member.sessions.get({ sessionId })).messageCount).toBe(admitted)
  })

  it('counts for its own user only', async () => {
    const { owner, sessionId, limit } = await organization()
    await limit(0)
    expect((await owner.messages.post({ sessionId, text: 'x' })).status).toBe('pending')
  })

  it('no longer applies when it is raised or removed', async () => {
    const { post, limit, spend, used } = await organization()
    await limit(10)
    await spend(10)
    await used(10)
    for (const wider of [11, null]) {
      await limit(0)
      await expect(post()).rejects.toMatchObject(refused)
      await limit(wider)
      await post()
    }
  })

  it('does not keep anybody from reading, or from creating sessions', async () => {
    const { member, sessionId, limit } = await organization()
    await limit(0)
    expect((await member.messages.list({ sessionId })).messages).toEqual([])
    expect((await member.sessions.list()).sessions).toHaveLength(1)
  })

  it('of other people does not affect somebody who has used a lot', async () => {
    const { owner, post, spend } = await organization()
    await spend(1e8)
    await server().app.services.credits.countDue()
    expect((await owner.limits.list()).users).toEqual([])
    expect((await post()).status).toBe('pending')
  })

  it('begins anew with the month, at midnight in UTC', async () => {
    const { owner, post, limit, spend, used } = await organization()
    await limit(5)
    await spend(5)
    await used(5)
    server().advance(Date.parse('2026-03-31T23:59:59.999Z') - server().now())
    await expect(post()).rejects.toMatchObject(refused)
    server().advance(1)
    expect((await owner.limits.list()).users).toEqual([{ email, limit: 5, used: 0 }])
    expect((await post()).status).toBe('pending')
    await spend(6)
    await used(6)
    await expect(post()).rejects.toMatchObject(refused)
  })
})
