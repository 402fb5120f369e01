import type { TokensByModelRow } from '@muster/contract/analytics'
import type { UsageEventInput } from '@muster/contract/telemetry'
import { describe, expect, it, onTestFinished } from 'vitest'
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

  it('of the service loses nothing of a day that was computed before it went back into that day', async () => {
    const { owner } = await organization()
    const today = '2026-03-20'
    const dayMs = 24 * 60 * 60 * 1_000
    const send = (id: string, model = 'm') =>
      owner.telemetry.events({ events: [call({ id, model, time: `${today}T08:00:00Z` })] })
    const computed = async () => {
      await owner.analytics.refresh()
      const answer = await owner.analytics.tokens({ startDate: today, endDate: today, group_by: 'model' })
      const rows = answer.data as TokensByModelRow[]
      return [answer.meta.complete_through, rows.map(({ group_key, input_tokens }) => [group_key, input_tokens])]
    }
    const start = server().now()
    onTestFinished(() => server().advance(start - server().now()))
    server().advance(dayMs)
    await send('early')
    expect(await computed()).toEqual([today, [['m', 10]]])
    server().advance(-dayMs)
    await send('late')
    await send('other', 'n')
    await owner.analytics.refresh()
    await expect(owner.analytics.tokens({ startDate: today, endDate: today })).rejects.toMatchObject({ status: 400 })
    server().advance(dayMs)
    expect(await computed()).toEqual([
      today,
      [
        ['m', 20],
        ['n', 10],
      ],
    ])
  })
})

describe('an event with fields that a later version may add', () => {
  it('is refused by name, and its neighbours count', async () => {
    const { owner, key } = await organization()
    const json = { events: [{ ...call(), mood: 'good', inputTokenz: 3 }, call({ id: 'b' })] }
    const answer = await server().raw('POST', '/api/v0/events', { key, json })
    expect([answer.status, answer.json.accepted, answer.json.rejected.length]).toEqual([200, 1, 1])
    expect(answer.json.rejected).toEqual([{ index: 0, error: 'mood and inputTokenz are no fields of a model_call.' }])
    const future = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`field${index}`, index]))
    const { rejected } = await owner.telemetry.events({ events: [{ ...call(), ...future }] })
    expect(rejected[0]?.error).toMatch(/^field0, field1, .*, field9 and 990 more are no fields of a model_call\.$/)
    await owner.analytics.refresh()
    const { data } = await owner.analytics.tokens({ startDate: yesterday, endDate: yesterday })
    expect(data[0]?.input_tokens).toBe(10)
  })
})

describe('an event with a negative cost', () => {
  it('is refused by the name of the field, and the costs of its neighbours add up', async () => {
    const { owner } = await organization()
    const events = [-1, 0.5, 2].map((cost) => call({ id: `cost ${cost}`, cost }))
    const answer = await owner.telemetry.events({ events })
    expect([answer.accepted, answer.rejected.length]).toEqual([2, 1])
    expect(JSON.stringify(answer.rejected)).toContain('cost')
    await owner.analytics.refresh()
    const { data } = await owner.analytics.costs({ startDate: yesterday, endDate: yesterday })
    expect(data).toMatchObject([{ cost: 2.5, reported_cost: 2.5 }])
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
