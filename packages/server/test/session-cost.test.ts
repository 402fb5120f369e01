import { describe, expect, it } from 'vitest'
import { type People, sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'
import { reportedTurns, usage } from './reported-turns.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-03-10T12:00:00Z', MUSTER_RATE_LIMIT: '0' })
const { organization, turn, usedIs } = reportedTurns(server)

describe('the cost of a session', () => {
  const priced = { model: 'house-coder', from: '2026-01-01', input: 1000, output: 2000 }
  const costIn = async (people: People, sessionId: string) => (await people.member.sessions.get({ sessionId })).cost

  it('is what its agent says, over all turns, and is known while it works', async () => {
    const people = await organization()
    const used = { usage, model: 'claude-opus-5-5', cost: { amount: 0.25, currency: 'USD' } }
    const { sessionId, computer } = await turn(people, 'reported', { usage: used })
    const cost = { amount: 0.25, currency: 'USD', source: 'reported', unpricedTokens: 0 } as const
    expect(await costIn(people, sessionId)).toEqual(cost)
    expect((await people.owner.sessions.list()).sessions[0]?.cost).toEqual(cost)
    const { messageId: turnId } = await people.member.messages.post({ sessionId, text: 'More.' })
    await computer.next('prompt')
    computer.send({ type: 'taken', sessionId, turnId })
    await computer.next('go')
    await computer.updates({ sessionId, turnId }, [{ seq: 1, kind: 'usage', ...used }])
    expect(await costIn(people, sessionId)).toEqual({ ...cost, amount: 0.5 })
  })

  it('is else an estimate by the prices of the organization, as in analytics, and says what has no price', async () => {
    const people = await organization()
    const { owner } = people
    const models = [
      { model: 'house-coder', usage },
      { model: 'nobody-knows', usage: { ...usage, inputTokens: 7, outputTokens: 0 } },
    ]
    const { sessionId } = await turn(people, 'estimated', { usage: { usage: { ...usage, inputTokens: 107 }, models } })
    const cost = { amount: null, currency: 'USD', source: 'estimated', unpricedTokens: 127 } as const
    expect(await costIn(people, sessionId)).toEqual(cost)
    await owner.controls.replace({ modelPrices: [priced] })
    expect(await costIn(people, sessionId)).toEqual({ ...cost, amount: 0.14, unpricedTokens: 7 })
    await usedIs(people, 127)
    const { month } = await people.member.organization.myUsage()
    expect(month).toMatchObject({ estimated_cost: 0.14, unpriced_tokens: 7 })
  })

  it('is absent while nothing was used, and unknown for what was used before anybody noted the model', async () => {
    const people = await organization()
    const { sessionId } = await turn(people, 'nothing', { usage: null })
    expect(await costIn(people, sessionId)).toBeUndefined()
    const { sessionId: old } = await turn(people, 'old')
    await rowsOf(server().databaseUrl, 'update sessions set spent = null where id = $1', [old])
    expect(await costIn(people, old)).toEqual({
      amount: null,
      currency: 'USD',
      source: 'estimated',
      unpricedTokens: 120,
    })
  })
})
