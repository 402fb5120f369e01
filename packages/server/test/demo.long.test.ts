import type { ActivityRow, ProductivityRow, TokensRow, ToolsRow, UserRow } from '@muster/contract/analytics'
import type { CostsGroupRow, CostsRow } from '@muster/contract/costs'
import type { WorkRow } from '@muster/contract/work'
import { describe, expect, it } from 'vitest'
import { loadDemo } from '../src/start/demo/load-demo.ts'
import { DemoRefused } from '../src/start/demo/open-demonstration.ts'
import type { Progress } from '../src/start/demo/progress.ts'
import { type TestServer, testServer } from '../src/testing/test-server.ts'
import * as database from './database-rows.ts'

const silent: Progress = { begin() {}, stage() {}, reach() {}, end() {} }
const dayMs = 24 * 60 * 60 * 1000

function load({ app }: TestServer, options: { progress?: Progress; signal?: AbortSignal } = {}) {
  return loadDemo({ ...app.services, progress: silent, signal: new AbortController().signal, ...options })
}

function owner(server: TestServer) {
  return server.client(server.app.created?.apiKey)
}

const week = { startDate: '2026-01-14', endDate: '2026-01-20' }

function sum<T>(rows: readonly T[], value: (row: T) => number): number {
  return rows.reduce((total, row) => total + value(row), 0)
}

async function rowsOf<Row>(server: TestServer, name: string, range = week): Promise<Row[]> {
  const query = new URLSearchParams({ ...range, ...(name === 'users' && { limit: '100' }) })
  const key = server.app.created?.apiKey
  const { status, json } = await server.raw('GET', `/api/v1/analytics/${name}?${query}`, { key })
  expect({ status, hasMore: json.meta?.has_more ?? false }).toEqual({ status: 200, hasMore: false })
  return json.data
}

async function numbersOf(server: TestServer, range = week) {
  return {
    activity: await rowsOf<ActivityRow>(server, 'activity', range),
    tokens: await rowsOf<TokensRow>(server, 'tokens', range),
    tools: await rowsOf<ToolsRow>(server, 'tools', range),
    productivity: await rowsOf<ProductivityRow>(server, 'productivity', range),
    users: await rowsOf<UserRow>(server, 'users', range),
  }
}

/** Lists tell things of the same moment in the order of their ids, which differ each time. */
const inOrder = <T>(told: T[]): T[] => told.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

/** Everything that was told, but for ids and what carries the time of loading. */
async function storyIn(server: TestServer) {
  const { audit, sessions, computers, reports } = owner(server)
  const entries = await Array.fromAsync(audit.list.items({ limit: 100 }))
  const told = entries.filter(({ at }) => Date.parse(at) < server.now() - dayMs / 2)
  const all = await Array.fromAsync(sessions.list.items({ limit: 100 }))
  return {
    audit: told.map(({ at, action, actor }) => `${at} ${action} ${actor?.email}`),
    sessions: all.map(({ sessionId, computerId, userId, ...session }) => session),
    computers: (await computers.list()).computers.map(
      ({ id, userId, relayAgentUrl, relayClientUrl, ...computer }) => computer,
    ),
    reports: (await reports.list({ limit: 1000 })).reports.map(({ reportId, repoId, ...report }) => report),
  }
}

describe('the demonstration', () => {
  it('shows every part of the product', async () => {
    const server = await testServer({ MUSTER_NOW: '2026-02-21T09:00:00Z' })
    await load(server)
    const client = owner(server)

    const people = await Array.fromAsync(client.users.list.items({ limit: 100 }))
    expect(new Set(people.map(({ role }) => role))).toEqual(new Set(['owner', 'manager', 'member', 'guest']))
    expect(new Set(people.flatMap(({ metadata }) => (metadata?.team as string) ?? [])).size).toBe(9)

    const range = { startDate: '2026-02-02', endDate: '2026-02-20' }
    const costs = (await client.analytics.costs(range)).data as CostsRow[]
    for (const field of ['reported_cost', 'estimated_cost', 'unpriced_tokens'] as const) {
      expect(sum(costs, (row) => row[field] ?? 0)).toBeGreaterThan(1)
    }
    const teams = (await client.analytics.costs({ ...range, group_by: 'team' })).data as CostsGroupRow[]
    expect(new Set(teams.map(({ group_key }) => group_key)).size).toBeGreaterThan(2)
    const work = (await client.analytics.work(range)).data as WorkRow[]
    for (const field of ['lines_added', 'calls_refused', 'tool_errors', 'model_errors', 'active_time_ms'] as const) {
      expect(sum(work, (row) => row[field] ?? 0)).toBeGreaterThan(0)
    }
    const last = (await client.analytics.adoption(range)).data.at(-1)
    expect(last).toMatchObject({ active: expect.any(Number), new: expect.any(Number) })
    expect(last?.by_team.length).toBeGreaterThan(2)

    const { computers } = await client.computers.list()
    expect(new Set(computers.map(({ status }) => status))).toEqual(new Set(['active', 'error', 'provisioning']))
    const failed = computers.find(({ status }) => status === 'error')
    expect(failed?.provisioningSteps?.map(({ status }) => status)).toEqual([
      'completed',
      'completed',
      'completed',
      'failed',
      'pending',
    ])

    const sessions = await Array.fromAsync(client.sessions.list.items({ limit: 100 }))
    expect(sessions.length).toBeGreaterThan(5)
    expect(sessions.filter(({ sessionSettings }) => sessionSettings?.archivedAt).length).toBeGreaterThan(0)
    const longest = sessions.toSorted((a, b) => b.messageCount - a.messageCount)[0]
    expect(longest).toMatchObject({ status: 'idle', title: expect.any(String), completedAt: expect.any(Number) })
    expect(longest?.sessionSettings?.tokenUsage?.outputTokens).toBeGreaterThan(100)
    const page = { sessionId: longest?.sessionId ?? '', order: 'asc' as const, limit: 100 }
    const messages = await Array.fromAsync(client.messages.list.items(page))
    expect(messages).toHaveLength(longest?.messageCount ?? 0)
    expect(new Set(messages.map(({ role }) => role))).toEqual(new Set(['user', 'assistant', 'tool']))
    const times = messages.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted((a, b) => a - b))

    expect(await database.rowsOf(server.databaseUrl, 'select * from message_queue')).toEqual([])

    const { repositories } = await client.reports.repositories({ limit: 100 })
    expect(repositories.length).toBeGreaterThan(6)
    expect(repositories.filter(({ trend }) => trend === 'up').length).toBeGreaterThan(1)

    const { changes } = await client.controls.history()
    expect(new Set(changes.map(({ user }) => user.email)).size).toBeGreaterThan(1)
    const keys = await Array.fromAsync(client.apiKeys.list.items({ limit: 100 }))
    expect(new Set(keys.map(({ userId }) => userId)).size).toBeGreaterThan(3)

    const { users: limits } = await client.limits.list()
    const shares = limits.map(({ limit, used }) => used / limit).sort()
    expect(limits).toHaveLength(7)
    expect(shares.filter((share) => share > 1)).toHaveLength(1)
    expect(shares.filter((share) => share > 0.9 && share < 1)).toHaveLength(2)

    const { audit } = await storyIn(server)
    const at = audit.map((line) => line.split(' ')[0])
    expect(at).toEqual(at.toSorted().reverse())
    const actions = new Set(audit.map((line) => line.split(' ')[1]))
    expect(actions).toEqual(
      new Set([
        'user.invite',
        'computer.register',
        'computer.provision',
        'controls.replace',
        'api_key.create',
        'api_key.revoke',
        'report.publish',
        'session.create',
        'message.post',
        'session.update',
      ]),
    )
    const { dataQuality } = await client.analytics.status()
    expect(dataQuality.quarantinedByReason.length).toBeGreaterThan(2)
  })

  it('gives the same story after it was stopped in the middle', async () => {
    const straight = await testServer({ MUSTER_NOW: '2026-01-25T09:00:00Z' })
    await load(straight)
    const broken = await testServer({ MUSTER_NOW: '2026-01-25T09:00:00Z' })
    for (const days of [1, 4]) {
      const stopping = new AbortController()
      const reach = (_: string, done: number) => void (done === days && stopping.abort())
      const result = await load(broken, { signal: stopping.signal, progress: { ...silent, reach } })
      expect(result).toMatchObject({ events: 0, isComplete: false })
      expect((await owner(broken).limits.list()).users).toEqual([])
    }
    expect(await load(broken)).toMatchObject({ isComplete: true })
    const [again, once] = [await storyIn(broken), await storyIn(straight)]
    for (const part of ['audit', 'sessions', 'computers', 'reports'] as const) {
      expect(inOrder<unknown>(again[part])).toEqual(inOrder<unknown>(once[part]))
    }
  })

  it('fills the organization with people and numbers that add up', async () => {
    const server = await testServer({ MUSTER_NOW: '2026-01-21T09:00:00Z' })
    const { events, through, isComplete } = await load(server)
    expect({ through, isComplete }).toEqual({ through: '2026-01-20', isComplete: true })
    expect(events).toBeGreaterThan(2000)

    const people: { role?: string }[] = []
    for await (const user of owner(server).users.list.items({ limit: 100 })) people.push(user)
    expect(people).toHaveLength(121)
    expect(people.filter(({ role }) => role === 'manager').length).toBeGreaterThan(3)

    const { activity, tokens, tools, productivity, users } = await numbersOf(server)
    expect(users.length).toBeGreaterThan(30)
    for (const { user_email } of users) expect(user_email).toMatch(/^[a-z]+\.[a-z]+@example\.com$/)
    for (const [index, row] of activity.entries()) {
      const ofDay = users.filter(({ date }) => date === row.date)
      expect(row.daily_active_users).toBe(ofDay.length)
      expect(row.sessions).toBe(sum(ofDay, ({ sessions }) => sessions))
      expect(row.user_messages).toBe(sum(ofDay, ({ user_messages }) => user_messages))
      const { billable_tokens, by_model, by_user } = tokens[index] as TokensRow
      expect(billable_tokens).toBe(sum(ofDay, (user) => user.billable_tokens))
      expect(billable_tokens).toBe(sum(by_model, (model) => model.billable_tokens))
      expect(billable_tokens).toBe(sum(by_user, (user) => user.billable_tokens))
      expect(tools[index]?.tool_calls).toBe(sum(ofDay, ({ tool_calls }) => tool_calls))
      expect(productivity[index]?.git_commits).toBe(sum(ofDay, ({ git_commits }) => git_commits))
      expect(productivity[index]?.files_edited).toBe(sum(ofDay, ({ files_edited }) => files_edited))
    }
    // The 17th to the 19th are a weekend and a public holiday.
    const daily = activity.map(({ daily_active_users }) => daily_active_users)
    expect(Math.max(...daily.slice(3, 6))).toBeLessThan(Math.min(...daily.slice(0, 3), ...daily.slice(6)))
  })

  it('adds nothing the second time, and only the new days on a later day', async () => {
    const server = await testServer({ MUSTER_NOW: '2026-01-21T09:00:00Z' })
    await load(server)
    const before = await numbersOf(server)
    expect(await load(server)).toEqual({ events: 0, through: '2026-01-20', isComplete: true })
    expect(await numbersOf(server)).toEqual(before)

    server.advance(2 * dayMs)
    const begun: unknown[] = []
    const { events, through } = await load(server, { progress: { ...silent, begin: (extent) => begun.push(extent) } })
    expect(begun).toEqual([{ people: 120, days: 2, from: '2026-01-21', through: '2026-01-22' }])
    expect(events).toBeGreaterThan(500)
    expect(through).toBe('2026-01-22')
    const { activity } = await numbersOf(server, { startDate: '2026-01-14', endDate: '2026-01-22' })
    expect(activity.slice(0, 7)).toEqual(before.activity)
    expect(activity[8]?.daily_active_users).toBeGreaterThan(5)
    const { dataQuality, pendingDays } = await owner(server).analytics.status()
    expect(pendingDays).toEqual([])
    expect(dataQuality).toMatchObject({ lateEvents: 0, quarantinedEvents: 16 })
  })

  it('waits for its first day to be over', async () => {
    const server = await testServer({ MUSTER_NOW: '2026-01-14T12:00:00Z' })
    expect(await load(server)).toEqual({ events: 0, through: undefined, isComplete: true })
  })

  it('stops when it is told to, and continues from there', async () => {
    const server = await testServer({ MUSTER_NOW: '2026-02-09T09:00:00Z' })
    const stopping = new AbortController()
    const progress = { ...silent, begin: () => stopping.abort() }
    expect(await load(server, { signal: stopping.signal, progress })).toEqual({
      events: 0,
      through: '2026-02-08',
      isComplete: false,
    })
    expect(await load(server)).toMatchObject({ through: '2026-02-08', isComplete: true })
  })

  it('is refused by an organization that has events of its own', async () => {
    const server = await testServer({ MUSTER_NOW: '2026-01-21T09:00:00Z' })
    const events = [{ time: server.now(), client: 'web', type: 'session_start' } as const]
    await owner(server).telemetry.events({ events })
    await expect(load(server)).rejects.toThrow(DemoRefused)
    expect((await owner(server).users.list()).users).toHaveLength(1)
  })

  it('is refused by an organization in which somebody works, also before there are events', async () => {
    const server = await testServer({ MUSTER_NOW: '2026-01-21T09:00:00Z' })
    await owner(server).apiKeys.create({ name: 'harmless' })
    await owner(server).computers.register({ name: 'real' })
    await expect(load(server)).rejects.toThrow(DemoRefused)
    expect((await owner(server).users.list()).users).toHaveLength(1)
  })
})
