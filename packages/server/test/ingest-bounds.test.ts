import type { UsageEventInput } from '@muster/contract/telemetry'
import { describe, expect, it } from 'vitest'
import { UserDayBound } from '../src/know/ingest/writing/user-day-bound.ts'
import { operatorKey, sharedTestServer, testServer } from '../src/testing/test-server.ts'
import { newOrganization } from './analytics-path.ts'
import { event } from './events-samples.ts'
import { attributes, log, read, request } from './fixtures/agents/build.ts'
import { recordedMs } from './fixtures/agents/recordings.ts'
import { frailIngestOn } from './frail-ingest.ts'

const now = '2026-11-16T09:30:00.000Z'
const server = sharedTestServer({ MUSTER_NOW: now, MUSTER_RATE_LIMIT: '0' })
const nowMs = Date.parse(now)
const noon = Date.parse('2026-11-15T12:00:00Z')
const hourMs = 3_600_000
const dayMs = 24 * hourMs

const start = { client: 'web', type: 'session_start' } as const
const apiRequest = { 'event.name': 'api_request', 'session.id': 's', model: 'm', input_tokens: 10, output_tokens: 5 }

/** Delta points of a metric, a millisecond apart. */
function points(service: string | Record<string, string>, name: string, count: number, of: (index: number) => object) {
  const dataPoints = Array.from({ length: count }, (_, index) => ({
    startTimeUnixNano: `${recordedMs - hourMs}000000`,
    timeUnixNano: `${recordedMs + index}000000`,
    ...of(index),
  }))
  const kind = 'count' in of(0) ? 'histogram' : 'sum'
  return request('metrics', service, { name, [kind]: { aggregationTemporality: 1, dataPoints } })
}

describe('a time', () => {
  it.each([
    ['2026-01-14T00:00:00Z', undefined],
    ['2026-01-13T23:59:59.999Z', /before 2026-01-14/],
    [new Date(nowMs + 48 * hourMs).toISOString(), undefined],
    [new Date(nowMs + 48 * hourMs + 1).toISOString(), /more than 48 hours ahead/],
  ])('%s is accepted or refused alike, natively and over OTLP', async (time, error) => {
    const { rejected } = await server().acme.owner.telemetry.events({ events: [{ ...start, time }] })
    if (error === undefined) expect(rejected).toEqual([])
    else expect(rejected).toEqual([{ index: 0, error: expect.stringMatching(error) }])
    const record = { timeUnixNano: `${Date.parse(time)}000000`, attributes: attributes(apiRequest) }
    const { quarantined } = read(request('logs', 'claude-code', record), nowMs)
    expect(quarantined.map(({ reason }) => reason)).toEqual(error === undefined ? [] : [expect.stringMatching(error)])
  })

  it('of each day in ten years back and ahead leaves only possible days to compute', async () => {
    const { acme } = server()
    const events = Array.from({ length: 7_280 }, (_, index) => {
      return { ...start, id: `day ${index}`, time: nowMs + (index - 3_640) * dayMs }
    })
    const { accepted, rejected } = await acme.member.telemetry.events({ events })
    const days = Math.floor((nowMs - Date.parse('2026-01-14T00:00:00Z')) / dayMs) + 1 + 2
    expect([accepted, rejected.length]).toEqual([days, 7_280 - days])
    expect((await acme.owner.analytics.status()).pendingDays.length).toBeLessThanOrEqual(days)
  })
})

describe('one request', () => {
  it('holds events of 366 days at the most', () => {
    const recordOf = (index: number) => ({
      timeUnixNano: `${nowMs + index * dayMs}000000`,
      attributes: attributes(apiRequest),
    })
    const { request: body } = request('logs', 'claude-code', recordOf(0))
    const [resource] = body.resourceLogs as { scopeLogs: { logRecords: unknown[] }[] }[]
    const scope = resource?.scopeLogs[0]
    if (scope) scope.logRecords = Array.from({ length: 400 }, (_, index) => recordOf(index))
    const reading = read({ signal: 'logs', request: body }, nowMs + 1_000 * dayMs)
    expect([reading.drafts.length, reading.rejected]).toEqual([366, 34])
    expect(reading.told).toEqual([
      { outcome: 'refused', agent: 'claude-code', reason: expect.stringContaining('366 days'), count: 34 },
    ])
  })

  it('is no list of events when it holds more than 250,000', async () => {
    const body = `[${'0,'.repeat(250_000)}0]`
    const { status, json } = await server().raw('POST', '/api/v0/events', { key: server().acme.owner.key, body })
    expect([status, JSON.stringify(json)]).toEqual([400, expect.stringContaining('250000')])
  })

  it('keeps few examples of broken records, and counts them all', () => {
    const { request: body } = log('claude-code', apiRequest)
    const [resource] = body.resourceLogs as { scopeLogs: { logRecords: unknown[] }[] }[]
    const scope = resource?.scopeLogs[0]
    if (scope) scope.logRecords = new Array(100_000).fill(5)
    const reading = read({ signal: 'logs', request: body })
    expect([reading.rejected, reading.quarantined.length, reading.told.length]).toEqual([100_000, 100, 1])
  })

  it('reports what was cut from a record', () => {
    const patch = ['*** Begin Patch', ...Array.from({ length: 1_500 }, (_, index) => `*** Add File: ${index}.ts`)]
    const result = { 'event.name': 'codex.tool_result', tool_name: 'apply_patch', call_id: '1', success: 'true' }
    const reading = read(log('codex_cli_rs', { ...result, arguments: patch.join('\n') }))
    expect(reading.drafts.filter(({ type }) => type === 'file')).toHaveLength(1_000)
    expect(reading.told).toMatchObject([{ outcome: 'changed', agent: 'codex', count: 1 }])
    const prompt = { 'event.name': 'user_prompt', 'session.id': 's', command_source: 'x'.repeat(2 ** 20 + 1) }
    expect(read(log('claude-code', prompt))).toMatchObject({
      drafts: [{ type: 'message' }],
      told: [{ outcome: 'changed' }],
    })
  })

  it('holds no point with more than 128 attributes', () => {
    const many = (count: number) =>
      attributes(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v'])))
    const reading = (count: number) =>
      read(points('claude-code', 'claude_code.commit.count', 1, () => ({ asInt: '1', attributes: many(count) })))
    expect(reading(128)).toMatchObject({ rejected: 0 })
    expect(reading(129)).toMatchObject({ rejected: 1, quarantined: [{ reason: 'It has more than 128 attributes.' }] })
  })
})

describe('a quantity that no single call can have', () => {
  it('is refused and reported, and the day is computed', async () => {
    const { globex, raw } = server()
    const hooks = points('codex_exec', 'codex.hooks.run', 9_100, () => ({
      asDouble: 1e12,
      attributes: attributes({ hook_name: 'Stop' }),
    }))
    const usage = points({ 'service.name': 'x', 'muster.usage': 'metrics' }, 'gen_ai.client.token.usage', 95, () => ({
      count: '1',
      sum: 1e14,
      attributes: attributes({ 'gen_ai.token.type': 'input' }),
    }))
    for (const { request: json } of [hooks, usage]) {
      const answer = await raw('POST', '/v1/metrics', { key: globex.member.key, json })
      expect([answer.status, Number(answer.json.partialSuccess.rejectedDataPoints)]).toEqual([200, expect.any(Number)])
    }
    await globex.member.telemetry.events({ events: [{ ...start, time: '2026-11-15T12:00:00Z' }] })
    await globex.owner.analytics.refresh()
    const range = { startDate: '2026-11-15', endDate: '2026-11-15' }
    expect((await globex.owner.analytics.activity(range)).data).toMatchObject([{ sessions: 1 }])
    expect((await globex.owner.analytics.tools(range)).data).toMatchObject([{ hooks_invocations: 0 }])
    const { dataQuality } = await globex.owner.analytics.status()
    expect(dataQuality.byAgentAndReason).toEqual([
      { outcome: 'refused', agent: 'codex', reason: 'Its quantity is larger than 1000000.', count: 9_100 },
      {
        ...{ outcome: 'refused', agent: 'gen_ai', count: 95 },
        reason: 'The number of input tokens is larger than 100000000.',
      },
    ])
    expect(dataQuality.quarantinedEvents).toBe(9_195)
  })
})

describe('names', () => {
  it('beyond 2,000 of a kind are merged under one name, and reported', async () => {
    const { owner } = await organization()
    const time = '2026-11-15T12:00:00Z'
    const call = { client: 'web', type: 'tool_call', time, autonomyLevel: 'manual' } as const
    const events = Array.from({ length: 2_500 }, (_, index) => ({
      ...{ ...call, id: `${index}`, tool: `tool${index}`, mcpServer: `server${index}` },
    }))
    // One that is used more than once is kept, wherever it stands in the alphabet.
    await owner.telemetry.events({ events: [...events, { ...call, id: 'again', tool: 'tool999' }] })
    await owner.analytics.refresh()
    const range = { startDate: '2026-11-15', endDate: '2026-11-15' }
    const [row] = (await owner.analytics.tools(range)).data as { tool_calls: number; by_tool: object[] }[]
    expect([row?.tool_calls, row?.by_tool.length]).toEqual([2_501, 2_001])
    expect(row?.by_tool.slice(0, 2)).toEqual([
      { tool: '(other)', invocations: 500 },
      { tool: 'tool999', invocations: 2 },
    ])
    const { dataQuality } = await owner.analytics.status()
    expect(dataQuality).toMatchObject({ acceptedEvents: 2_501 })
    expect(dataQuality.foldedNames.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toEqual([
      { day: '2026-11-15', kind: 'mcp_server', names: expect.any(Number) },
      { day: '2026-11-15', kind: 'tool', names: 2_500 },
    ])
  })
})

describe('events of one user on one day', () => {
  it('are refused beyond the bound, with positions for native events, and reported by agent', async () => {
    const small = await testServer({ MUSTER_NOW: now, MUSTER_MAX_EVENTS_PER_USER_DAY: '10' })
    const { acme, raw } = small
    const of = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...start, id: `${from + index}`, time: '2026-11-15T12:00:00Z' }))
    expect(await acme.member.telemetry.events({ events: of(0, 8) })).toEqual({
      accepted: 8,
      duplicates: 0,
      rejected: [],
    })
    // What was sent before takes no room twice.
    expect(await acme.member.telemetry.events({ events: of(0, 8).slice(0, 2) })).toMatchObject({ duplicates: 2 })
    const error = 'Its user has more than 10 events on that day.'
    const other = { ...start, id: 'other day', time: '2026-11-14T12:00:00Z' }
    expect(await acme.member.telemetry.events({ events: [...of(8, 3), other, ...of(11, 1)] })).toEqual({
      ...{ accepted: 3, duplicates: 0 },
      rejected: [2, 4].map((index) => ({ index, error })),
    })
    const prompt = log('claude-code', { 'event.name': 'user_prompt', 'session.id': 's' }).request
    const { json } = await raw('POST', '/v1/logs', { key: acme.member.key, json: prompt })
    expect(json).toEqual({ partialSuccess: { rejectedLogRecords: '1', errorMessage: expect.stringContaining(error) } })
    expect(await acme.manager.telemetry.events({ events: of(20, 1) })).toMatchObject({ accepted: 1 })
    const { dataQuality } = await acme.owner.analytics.status()
    expect(dataQuality).toMatchObject({ acceptedEvents: 12, quarantinedEvents: 3 })
    expect(dataQuality.byAgentAndReason).toEqual([
      { outcome: 'refused', agent: 'native', reason: error, count: 2 },
      { outcome: 'refused', agent: 'claude-code', reason: error, count: 1 },
    ])
  })

  it('are counted from the store when the service has started anew', async () => {
    const { sendEvents, organizationId, user, events } = await frailIngestOn(server())
    const of = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...start, id: `${prefix}${index}`, time: noon }))
    expect(await sendEvents(of('a', 900))).toBe('taken')
    const bound = new UserDayBound(events, 1_000)
    const more = Array.from({ length: 300 }, () => event({ user, timeMs: noon }))
    expect((await bound.refused(organizationId, more.slice(0, 100))).size).toBe(0)
    expect((await bound.refused(organizationId, more)).size).toBe(200)
    expect((await bound.refused(organizationId, [event({ user: 'u:2' })])).size).toBe(0)
  })
})

describe('the events that were accepted', () => {
  const events = ['a', 'b', 'c'].map((id) => ({ ...start, id, time: '2026-11-15T12:00:00Z' }))

  it('are counted right when the service failed after it stored them', async () => {
    const { sendEvents, accepted } = await frailIngestOn(server())
    expect(await sendEvents(events, 0)).toBe('failed')
    expect(await sendEvents(events)).toBe('taken')
    expect(await accepted()).toBe(3)
    expect(await sendEvents([...events, { ...start, id: 'd', time: '2026-11-16T01:00:00Z' }])).toBe('taken')
    expect(await accepted()).toBe(4)
  })
})

describe('a request that is sent again', () => {
  it('counts once in the data quality too: what was refused, and tools without a name', async () => {
    const { raw } = server()
    const { owner } = await organization()
    const faulty = log('gemini-cli', { 'event.name': 'gemini_cli.tool_call', 'session.id': 's', function_name: '<x>' })
    const [resource] = faulty.request.resourceLogs as { scopeLogs: { logRecords: unknown[] }[] }[]
    resource?.scopeLogs[0]?.logRecords.push(5)
    const native = {
      events: [
        { ...start, time: 'x' },
        { ...start, time: now, type: 'tool_call', tool: '' },
      ],
    }
    const tool = { ...start, time: now, type: 'tool_call', tool: '<y>', autonomyLevel: 'manual' } as UsageEventInput
    for (let count = 0; count < 3; count++) {
      await raw('POST', '/v1/logs', { key: owner.key, json: faulty.request })
      await raw('POST', '/api/v0/events', { key: owner.key, json: native })
      await owner.telemetry.events({ events: [tool] })
    }
    const { dataQuality } = await owner.analytics.status()
    expect(dataQuality).toMatchObject({ quarantinedEvents: 3, unknownToolCalls: 2 })
    expect(dataQuality.unknownTools).toEqual([
      { rawName: '<x>', count: 1 },
      { rawName: '<y>', count: 1 },
    ])
    // Another request with the same fault is another fault.
    await raw('POST', '/api/v0/events', { key: owner.key, json: { events: [{ ...start, time: 'y' }] } })
    expect((await owner.analytics.status()).dataQuality.quarantinedEvents).toBe(4)
  })

  it('may hold a tool with an empty name', async () => {
    const { owner } = await organization()
    const nameless = log('gemini-cli', { 'event.name': 'gemini_cli.tool_call', 'session.id': 's' })
    const { status } = await server().raw('POST', '/v1/logs', { key: owner.key, json: nameless.request })
    expect(status).toBe(200)
    const { dataQuality } = await owner.analytics.status()
    expect(dataQuality).toMatchObject({ unknownToolCalls: 1, unknownTools: [{ rawName: '(empty)', count: 1 }] })
  })
})

/** One of its own, of which nothing was told yet. */
async function organization() {
  return { owner: await newOrganization(server(), operatorKey) }
}
