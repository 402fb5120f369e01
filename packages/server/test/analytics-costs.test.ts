import { readFile } from 'node:fs/promises'
import type { CostGroup, CostsGroupRow, CostsRow } from '@muster/contract/costs'
import type { UsageEventInput } from '@muster/contract/telemetry'
import type { WorkGroup, WorkGroupRow, WorkRow } from '@muster/contract/work'
import { describe, expect, it } from 'vitest'
import { operatorKey, sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-03-05T09:30:00.000Z', MUSTER_RATE_LIMIT: '0' })
const day = '2026-03-04'
const at = `${day}T12:00:00Z`

type ModelCall = Extract<UsageEventInput, { type: 'model_call' }>

function call(parts: Partial<ModelCall> = {}): ModelCall {
  const tokens = { inputTokens: 1_000_000, outputTokens: 0 }
  return { time: at, client: 'web', type: 'model_call', model: 'claude-opus-4-5', ...tokens, ...parts }
}

async function organization() {
  const { client, raw } = server()
  const { apiKey } = await client(operatorKey).operator.createOrganization({ name: 'x', ownerEmail: 'o@x.test' })
  const owner = client(apiKey)
  const send = async (...events: UsageEventInput[]) => {
    expect((await owner.telemetry.events({ events })).rejected).toEqual([])
    await owner.analytics.refresh()
  }
  const range = { startDate: day, endDate: day }
  const costs = async () => (await owner.analytics.costs(range)).data[0] as CostsRow
  const costsBy = async (group_by: CostGroup) =>
    (await owner.analytics.costs({ ...range, group_by })).data as CostsGroupRow[]
  const work = async () => (await owner.analytics.work(range)).data[0] as WorkRow
  const workBy = async (group_by: WorkGroup) =>
    (await owner.analytics.work({ ...range, group_by })).data as WorkGroupRow[]
  return { owner, key: apiKey, raw, send, costs, costsBy, work, workBy }
}

describe('GET /api/v0/analytics/costs', () => {
  it('uses reported costs, estimates the rest, and counts tokens without a price', async () => {
    const { send, costs } = await organization()
    await send(
      call({ id: 'reported', cost: 1.25 }),
      call({ id: 'estimated', cacheReadTokens: 400_000, cacheWriteTokens: 100_000, outputTokens: 1_000 }),
      call({ id: 'unpriced', model: 'house-coder', outputTokens: 7 }),
      call({ id: 'euros', cost: 3, currency: 'EUR' }),
    )
    // 0.5 M at 5, 0.4 M at 0.5, 0.1 M at 6.25, and 1,000 at 25 dollars for a million.
    const estimated = 2.5 + 0.2 + 0.625 + 0.025
    expect(await costs()).toEqual({
      date: day,
      currency: 'USD',
      cost: 1.25 + estimated,
      reported_cost: 1.25,
      estimated_cost: estimated,
      model_calls: 4,
      unpriced_tokens: 1_000_007,
      prices_of: '2025-11-24',
      other_currencies: [{ currency: 'EUR', cost: 3 }],
      by_model: [
        expect.objectContaining({ model_id: 'claude-opus-4-5', price_source: 'shipped', cost: 1.25 + estimated }),
        {
          model_id: 'house-coder',
          cost: null,
          reported_cost: null,
          estimated_cost: null,
          model_calls: 1,
          unpriced_tokens: 1_000_007,
          prices_of: null,
          price_source: null,
        },
      ],
    })
  })

  it('is null where nobody reported anything, even on a day without calls', async () => {
    const { send, costs } = await organization()
    const nothing = { cost: null, reported_cost: null, estimated_cost: null, unpriced_tokens: 0, by_model: [] }
    expect(await costs()).toMatchObject(nothing)
    await send({ time: at, client: 'web', type: 'message', role: 'user' })
    expect(await costs()).toMatchObject(nothing)
  })

  it('bills each long prompt by the price of long prompts', async () => {
    const { send, costs } = await organization()
    const long = { model: 'gemini-2.5-pro', inputTokens: 200_001 }
    await send(call({ id: 'a', ...long }), call({ id: 'b', ...long, inputTokens: 200_000 }))
    expect((await costs()).estimated_cost).toBe((200_001 * 2.5 + 200_000 * 1.25) / 1_000_000)
  })

  it('has one row for each model, user, team, agent and repository', async () => {
    const { owner, send, costsBy } = await organization()
    await owner.users.invite({ email: 'ada@x.test', role: 'member', metadata: { team: 'Web' } })
    await send(
      call({
        id: 'a',
        cost: 3,
        userEmail: 'ada@x.test',
        team: 'ignored',
        agent: 'codex',
        repository: 'git@git.test:a/b.git',
      }),
      call({ id: 'b', cost: 2, userEmail: 'bo@x.test', team: 'Data', agent: 'claude-code', model: 'gpt-5' }),
      call({ id: 'c', cost: 1, userEmail: 'cy@x.test' }),
    )
    const keys = async (group: CostGroup) => (await costsBy(group)).map(({ group_key, cost }) => [group_key, cost])
    expect(await keys('model')).toEqual([
      ['claude-opus-4-5', 4],
      ['gpt-5', 2],
    ])
    expect(await keys('team')).toEqual([
      ['Web', 3],
      ['Data', 2],
      ['(none)', 1],
    ])
    expect(await keys('agent')).toEqual([
      ['codex', 3],
      ['claude-code', 2],
      ['native', 1],
    ])
    expect(await keys('repository')).toEqual([
      ['(none)', 3],
      ['git.test/a/b', 3],
    ])
    const users = (await costsBy('user')) as (CostsGroupRow & { user_email: string })[]
    expect(users.map(({ user_email }) => user_email)).toEqual(['ada@x.test', 'bo@x.test', 'cy@x.test'])
  })

  it('comes as CSV, in which null is an empty cell', async () => {
    const { raw, key, send } = await organization()
    await send(call({ model: 'house-coder' }))
    const path = `/api/v0/analytics/costs?startDate=${day}&endDate=${day}&group_by=model&format=csv`
    const { text } = await raw('GET', path, { key })
    expect(text).toBe(
      `date,group_key,currency,cost,reported_cost,estimated_cost,model_calls,unpriced_tokens,prices_of,other_currencies\r\n${day},house-coder,USD,,,,1,1000000,,[]\r\n`,
    )
  })

  it('refuses an unknown group, and a day that is not over', async () => {
    const { raw, key } = await organization()
    const get = async (query: string) => (await raw('GET', `/api/v0/analytics/costs?${query}`, { key })).status
    expect(await get(`startDate=${day}&endDate=${day}&group_by=tool`)).toBe(400)
    expect(await get(`startDate=${day}&endDate=2026-03-05`)).toBe(400)
  })
})

describe('a change of the organization’s prices', () => {
  const price = { model: 'house-coder', from: '2026-01-14', input: 2, output: 4 }

  it('reprices exactly the past days that it affects', async () => {
    const { owner, send, costs } = await organization()
    const early = call({ id: 'early', model: 'house-coder', time: '2026-01-20T12:00:00Z' })
    await send(call({ model: 'house-coder' }), early)
    expect(await costs()).toMatchObject({ cost: null, unpriced_tokens: 1_000_000 })
    await owner.controls.replace({ modelPrices: [{ ...price, from: '2026-03-01' }] })
    const waiting = async () => (await owner.analytics.status()).pendingDays.map((pending) => pending.day)
    expect(await waiting()).toContain(day)
    expect(await waiting()).not.toContain('2026-01-20')
    await owner.analytics.refresh()
    expect(await costs()).toMatchObject({ cost: 2, unpriced_tokens: 0, prices_of: '2026-03-01' })
    await owner.controls.replace({ modelPrices: [{ ...price, from: '2026-03-01', input: 0 }] })
    await owner.analytics.refresh()
    expect(await costs()).toMatchObject({ cost: 0, by_model: [{ price_source: 'organization' }] })
    await owner.controls.replace({})
    await owner.analytics.refresh()
    expect(await costs()).toMatchObject({ cost: null, unpriced_tokens: 1_000_000 })
  })

  it('estimates calls of which a number without a currency was told, also on days that were computed before', async () => {
    const [requests, euros] = [await organization(), await organization()]
    await requests.send(call({ cost: 3, currency: 'XXX' }))
    await euros.send(call({ cost: 3, currency: 'EUR' }))
    const known = { model_calls: 1, unpriced_tokens: 0, reported_cost: null }
    const estimated = { cost: 5, other_currencies: [{ currency: 'XXX', cost: 3 }] }
    expect(await requests.costs()).toMatchObject({ ...known, ...estimated })
    expect(await euros.costs()).toMatchObject({
      ...known,
      cost: null,
      other_currencies: [{ currency: 'EUR', cost: 3 }],
    })
    const generations = async () => {
      const rows = await rowsOf(server().databaseUrl, 'select organization_id, day, generation from analytics_days')
      return new Map(rows.map((row) => [`${row.organization_id} ${row.day}`, Number(row.generation)]))
    }
    const before = await generations()
    const migration = new URL('../src/ground/database/migrations/0280_estimate_without_currency.sql', import.meta.url)
    await rowsOf(server().databaseUrl, await readFile(migration, 'utf8'))
    const { id } = await requests.owner.organization.get()
    const reopened = [...(await generations())].filter(([key, generation]) => generation !== before.get(key))
    expect(reopened).toEqual([[`${id} ${day}`, Number(before.get(`${id} ${day}`)) + 1]])
  })

  it('has a price of its own for what is kept in the cache for an hour, and corrects calls that did not tell it', async () => {
    const { owner, send, costs } = await organization()
    const written = { ...call(), id: 'a', cacheWriteTokens: 400_000 }
    const withoutId = { ...call(), cacheWriteTokens: 400_000 }
    await send(written, withoutId)
    // Twice 0.6 M at 5 and 0.4 M at 6.25 dollars for a million.
    expect(await costs()).toMatchObject({ cost: 11, model_calls: 2, unpriced_tokens: 0 })
    // The same calls, as a later version of their sender reports them.
    await send({ ...written, cacheWriteHourTokens: 100_000 }, { ...withoutId, cacheWriteHourTokens: 400_000 })
    // 0.5 M of the 0.8 M cost 10 instead of 6.25.
    expect(await costs()).toMatchObject({ cost: 12.875, model_calls: 2, unpriced_tokens: 0 })
    await send(written, withoutId)
    expect(await costs()).toMatchObject({ cost: 12.875, model_calls: 2 })
    const { data } = await owner.analytics.tokens({ startDate: day, endDate: day })
    expect(data).toMatchObject([{ input_tokens: 2_000_000, cache_write_tokens: 800_000 }])
    const price = { model: 'claude-opus-4-5', from: '2026-01-14', input: 1, output: 1, cacheWrite: 2 }
    await owner.controls.replace({ modelPrices: [price] })
    await owner.analytics.refresh()
    expect(await costs()).toMatchObject({ cost: 1.8, unpriced_tokens: 500_000 })
  })

  it('may leave kinds of tokens and days without a price, which are reported and never free', async () => {
    const { owner, send, costs, costsBy } = await organization()
    // Nothing is said of the cache, nor of the days before.
    await owner.controls.replace({ modelPrices: [{ ...price, from: '2026-03-04' }] })
    const cached = { model: 'house-coder', cacheReadTokens: 400_000, cacheWriteTokens: 100_000 }
    await send(
      call({ id: 'mixed', ...cached, team: 'Web' }),
      call({ id: 'cache alone', model: 'house-coder', cacheReadTokens: 1_000_000, team: 'Data' }),
      call({ id: 'day before', model: 'house-coder', time: '2026-03-03T12:00:00Z' }),
      call({ id: 'unknown', model: 'other-coder' }),
    )
    const day4 = await costs()
    expect(day4).toMatchObject({ cost: 1, reported_cost: null, estimated_cost: 1, unpriced_tokens: 2_500_000 })
    expect((await costsBy('team')).map((row) => [row.group_key, row.cost, row.unpriced_tokens, row.prices_of])).toEqual(
      [
        ['Web', 1, 500_000, '2026-03-04'],
        ['(none)', null, 1_000_000, null],
        ['Data', null, 1_000_000, null],
      ],
    )
    for (const group of ['model', 'user', 'team', 'agent', 'repository'] as const) {
      const rows = await costsBy(group)
      const sumOf = (field: 'cost' | 'unpriced_tokens') => rows.reduce((sum, row) => sum + (row[field] ?? 0), 0)
      expect([group, sumOf('cost'), sumOf('unpriced_tokens')]).toEqual([group, day4.cost, day4.unpriced_tokens])
    }
    const before = await owner.analytics.costs({ startDate: '2026-03-03', endDate: '2026-03-03' })
    expect(before.data[0]).toMatchObject({ cost: null, estimated_cost: null, unpriced_tokens: 1_000_000 })
  })

  it('reopens no day if the prices stay the same', async () => {
    const { owner, send } = await organization()
    await owner.controls.replace({ modelPrices: [price] })
    await send(call())
    await owner.controls.replace({ modelPrices: [price], cloudSessionSync: true })
    expect((await owner.analytics.status()).pendingDays).toEqual([])
  })
})

describe('GET /api/v0/analytics/work', () => {
  const shared = { time: at, client: 'terminal-ui', agent: 'codex', sessionId: 's' } as const

  it('has what agents reported, and null for everything else', async () => {
    const { send, work, workBy } = await organization()
    const tool = { ...shared, type: 'tool_call', autonomyLevel: 'manual' } as const
    await send(
      { ...tool, id: '1', tool: 'apply_patch', success: true, durationMs: 30, decision: 'accept', decidedBy: 'person' },
      { ...tool, id: '2', tool: 'Bash', success: false, errorKind: 'timeout', durationMs: 10 },
      { ...tool, id: '3', tool: 'Bash', decision: 'refuse', decidedBy: 'policy' },
      { ...shared, id: '4', type: 'file', operation: 'edit', path: 'a.ts', linesAdded: 12, linesRemoved: 5 },
      call({ ...shared, id: '5', cacheReadTokens: 750_000, durationMs: 5_000 }),
      { ...shared, id: '6', type: 'model_failure', model: 'gpt-5', errorKind: 'overloaded' },
    )
    expect(await work()).toMatchObject({
      lines_added: 12,
      lines_removed: 5,
      edits_accepted: 1,
      edits_refused: 0,
      calls_accepted: 1,
      calls_refused: 1,
      calls_refused_by_person: 0,
      calls_refused_by_policy: 1,
      tool_successes: 1,
      tool_errors: 1,
      tool_duration_ms: 40,
      tool_duration_calls: 2,
      tool_duration_ms_avg: 20,
      model_errors: 1,
      model_duration_ms: 5_000,
      active_time_ms: null,
      cache_hit_rate: 0.75,
      tool_errors_by_kind: [{ kind: 'timeout', count: 1 }],
      model_errors_by_kind: [{ kind: 'overloaded', count: 1 }],
    })
    const tools = await workBy('tool')
    expect(tools.map(({ group_key, tool_errors }) => [group_key, tool_errors])).toEqual([
      ['Bash', 1],
      ['apply_patch', 0],
    ])
    expect(tools.every(({ lines_added, cache_hit_rate }) => lines_added === null && cache_hit_rate === null)).toBe(true)
  })

  it('is null throughout on a day on which nothing happened', async () => {
    const { work, workBy } = await organization()
    const { date, tool_errors_by_kind, model_errors_by_kind, ...numbers } = await work()
    expect([date, tool_errors_by_kind, model_errors_by_kind]).toEqual([day, [], []])
    expect(new Set(Object.values(numbers))).toEqual(new Set([null]))
    expect(await workBy('agent')).toEqual([])
  })
})

describe('GET /api/v0/me/usage', () => {
  const today = '2026-03-05T09:00:00Z'

  async function person() {
    const { owner, ...rest } = await organization()
    const { id: userId } = await owner.users.invite({ email: 'ada@x.test', role: 'member' })
    const ada = server().client((await owner.apiKeys.create({ name: 'agent', userId })).key)
    return { owner, ada, userId, ...rest }
  }

  it('has the caller’s days, today included, and the credits and money of the month', async () => {
    const { owner, ada, userId, send } = await person()
    await owner.limits.set({ users: [{ email: 'ada@x.test', limit: 5_000_000 }] })
    await send(
      call({ id: 'a', userEmail: 'ada@x.test', cost: 2 }),
      call({ id: 'b', userEmail: 'Ada@X.test', time: today }),
      call({ id: 'c', userEmail: 'o@x.test', time: today, cost: 100 }),
      call({ id: 'd', userEmail: 'ada@x.test', time: '2026-02-20T12:00:00Z', cost: 50 }),
    )
    const used = async () => (await ada.organization.myUsage()).month.credits_used
    await expect.poll(used, { interval: 200 }).toBe(2_000_000)
    const { data, month, meta } = await ada.organization.myUsage()
    expect(meta).toMatchObject({ user_id: userId, start_date: '2026-03-01', end_date: '2026-03-05' })
    expect(data.map(({ date, billable_tokens, provisional }) => [date, billable_tokens, provisional])).toEqual([
      ['2026-03-04', 1_000_000, false],
      ['2026-03-05', 1_000_000, true],
    ])
    expect(data[0]).toEqual({
      ...(await owner.analytics.users({ startDate: day, endDate: day })).data[0],
      provisional: false,
    })
    expect(month).toEqual({
      month: '2026-03',
      credits_used: 2_000_000,
      credit_limit: 5_000_000,
      currency: 'USD',
      cost: 7,
      reported_cost: 2,
      estimated_cost: 5,
      unpriced_tokens: 0,
    })
  })

  it('estimates today as the batch will, to the billionth of a dollar', async () => {
    const { owner, ada, send } = await person()
    // A token costs half a billionth of a dollar.
    await owner.controls.replace({
      modelPrices: [{ model: 'house-coder', from: '2026-03-01', input: 0.0005, output: 0 }],
    })
    const cheap = { userEmail: 'ada@x.test', model: 'house-coder', inputTokens: 1 }
    const calls = (['standard', 'thinking'] as const).flatMap((tier) => [
      call({ ...cheap, tier, id: `${tier} before` }),
      call({ ...cheap, tier, id: `${tier} today`, time: today }),
    ])
    await send(...calls)
    const { month } = await ada.organization.myUsage()
    expect(month.estimated_cost).toBe(2e-9)
  })

  it('marks a past day that waits to be computed', async () => {
    const { owner, ada, send } = await person()
    await send(call({ id: 'a', userEmail: 'ada@x.test' }))
    const { id } = await owner.organization.get()
    await rowsOf(
      server().databaseUrl,
      'update analytics_days set generation = generation + 1, changed_at = 9e15::bigint, pending_since = 9e15::bigint where organization_id = $1',
      [id],
    )
    expect((await ada.organization.myUsage()).data).toMatchObject([{ date: day, provisional: true }])
  })

  it('is empty, with null for money, for somebody who did nothing', async () => {
    const { ada } = await person()
    const { data, month } = await ada.organization.myUsage({ startDate: '2026-01-14', endDate: '2026-03-05' })
    expect(data).toEqual([])
    expect(month).toMatchObject({ credits_used: 0, credit_limit: null, cost: null, unpriced_tokens: 0 })
  })

  it.each([
    ['startDate=2026-01-13', 'startDate'],
    ['endDate=2026-03-06', 'endDate'],
    ['startDate=2026-03-02&endDate=2026-03-01', 'startDate'],
    ['startDate=2026-02-30', 'startDate'],
  ])('refuses %s', async (query, path) => {
    const { raw, key } = await person()
    const { status, json } = await raw('GET', `/api/v0/me/usage?${query}`, { key })
    expect([status, json.errors[0].path]).toEqual([400, path])
  })
})
