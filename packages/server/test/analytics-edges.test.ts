import type { TokensByModelRow } from '@muster/contract/analytics'
import type { UsageEventInput } from '@muster/contract/telemetry'
import { describe, expect, it } from 'vitest'
import { operatorKey, sharedTestServer } from '../src/testing/test-server.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-03-20T12:00:00Z', MUSTER_RATE_LIMIT: '0' })
const [dayBefore, yesterday] = ['2026-03-18', '2026-03-19']

function call(parts: Partial<Extract<UsageEventInput, { type: 'model_call' }>> = {}): UsageEventInput {
  const time = `${yesterday}T08:00:00Z`
  return { time, client: 'web', type: 'model_call', model: 'm', inputTokens: 10, outputTokens: 0, ...parts }
}

async function organization() {
  const { client } = server()
  const { apiKey } = await client(operatorKey).operator.createOrganization({ name: 'x', ownerEmail: 'o@x.test' })
  return { owner: client(apiKey), key: apiKey }
}

describe('meta.complete_through', () => {
  it('is null before anything is computed, and yesterday when nothing waits', async () => {
    const { owner } = await organization()
    const complete = async () =>
      (await owner.analytics.tokens({ startDate: dayBefore, endDate: yesterday })).meta.complete_through
    expect(await complete()).toBeNull()
    await owner.telemetry.events({ events: [call()] })
    await owner.analytics.refresh()
    expect(await complete()).toBe(yesterday)
  })

  it('is the day before the first waiting day, until that is computed', async () => {
    const { owner, key } = await organization()
    const query = `startDate=${dayBefore}&endDate=${yesterday}`
    const meta = async (path: string) =>
      (await server().raw('GET', `/api/${path}?${query}`, { key })).json.meta.complete_through
    const endpoints = [
      ...['tokens', 'tools', 'activity', 'productivity', 'users'].map((name) => `v1/analytics/${name}`),
      ...['costs', 'work', 'adoption'].map((name) => `v0/analytics/${name}`),
    ]
    await owner.telemetry.events({ events: [call(), call({ time: `${dayBefore}T08:00:00Z` })] })
    await owner.analytics.refresh()
    await owner.telemetry.events({ events: [call({ id: 'late', time: `${dayBefore}T09:00:00Z` })] })
    for (const path of endpoints) expect([path, await meta(path)]).toEqual([path, '2026-03-17'])
    await owner.analytics.refresh()
    for (const path of endpoints) expect([path, await meta(path)]).toEqual([path, yesterday])
  })
})

describe('a clock that goes back', () => {
  it('changes no sum: events count on the day of their own time, in whatever order they are sent', async () => {
    const { owner } = await organization()
    const times = [
      `${yesterday}T08:00:00Z`,
      `${dayBefore}T23:59:59.999Z`,
      `${yesterday}T07:00:00Z`,
      `${dayBefore}T01:00:00Z`,
    ]
    for (const time of times) await owner.telemetry.events({ events: [call({ time, sessionId: 's' })] })
    await owner.analytics.refresh()
    const { data } = await owner.analytics.tokens({ startDate: dayBefore, endDate: yesterday })
    expect(data.map(({ date, input_tokens }) => [date, input_tokens])).toEqual([
      [dayBefore, 20],
      [yesterday, 20],
    ])
  })
})

describe('an event with fields that a later version may add', () => {
  it('is refused by name, and its neighbours count', async () => {
    const { owner, key } = await organization()
    const json = { events: [{ ...call(), mood: 'good', inputTokenz: 3 }, call({ id: 'b' })] }
    const answer = await server().raw('POST', '/api/v0/events', { key, json })
    expect([answer.status, answer.json.accepted, answer.json.rejected.length]).toEqual([200, 1, 1])
    expect(JSON.stringify(answer.json.rejected)).toMatch(/mood|inputTokenz/)
    await owner.analytics.refresh()
    const { data } = await owner.analytics.tokens({ startDate: yesterday, endDate: yesterday })
    expect(data[0]?.input_tokens).toBe(10)
  })
})

describe('a hundred thousand models on one day', () => {
  it('are 2,000 names and (other), and still add up', async () => {
    const { owner } = await organization()
    const models = 100_000
    for (let from = 0; from < models; from += 10_000) {
      const events = Array.from({ length: 10_000 }, (_, index) => call({ model: `model-${from + index}` }))
      expect(await owner.telemetry.events({ events })).toMatchObject({ accepted: 10_000 })
    }
    await owner.analytics.refresh()
    const day = { startDate: yesterday, endDate: yesterday }
    const { data } = (await owner.analytics.tokens({ ...day, group_by: 'model' })) as { data: TokensByModelRow[] }
    expect(data.length).toBeLessThanOrEqual(2_001)
    expect(data.some(({ group_key }) => group_key === '(other)')).toBe(true)
    expect(data.reduce((sum, { input_tokens }) => sum + input_tokens, 0)).toBe(models * 10)
    expect((await owner.analytics.tokens(day)).data[0]?.input_tokens).toBe(models * 10)
  })
})
