import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { expectProblem } from './bad-input-problem.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-03-05T09:30:00.000Z', MUSTER_MAX_TELEMETRY_BYTES: '1000000' })
const start = { time: '2026-03-04T12:00:00Z', client: 'terminal-ui', type: 'session_start' }
const ndjson = { 'content-type': 'application/x-ndjson' }

function post(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  return server().raw('POST', '/api/v0/events', { key: server().acme.owner.key, body, headers })
}

describe('POST /api/v0/events', () => {
  it('takes an object, a list and NDJSON, compressed or not', async () => {
    const bodies: [string | Uint8Array<ArrayBuffer>, Record<string, string>][] = [
      [JSON.stringify({ events: [{ ...start, id: '1' }] }), {}],
      [JSON.stringify([{ ...start, id: '2' }]), {}],
      [`${JSON.stringify({ ...start, id: '3' })}\n\n${JSON.stringify({ ...start, id: '4' })}`, ndjson],
      [new Uint8Array(gzipSync(JSON.stringify({ ...start, id: '5' }))), { ...ndjson, 'content-encoding': 'gzip' }],
    ]
    const receipts = []
    for (const [body, headers] of bodies) receipts.push((await post(body, headers)).json)
    expect(receipts.map(({ accepted }) => accepted)).toEqual([1, 1, 2, 1])
  })

  it('counts an event once, in one request and in many at the same time', async () => {
    const events = ['a', 'b', 'a'].map((id) => ({ ...start, id }))
    const { json } = await post(JSON.stringify(events))
    expect(json).toEqual({ accepted: 2, duplicates: 1, rejected: [] })
    const many = JSON.stringify(Array.from({ length: 50 }, (_, index) => ({ ...start, id: `many ${index}` })))
    const receipts = await Promise.all(Array.from({ length: 8 }, () => post(many)))
    expect(receipts.reduce((sum, receipt) => sum + receipt.json.accepted, 0)).toBe(50)
  })

  it('accepts valid events, and says what is wrong with the others', async () => {
    const events = [
      { ...start, id: 'right' },
      { ...start, id: 'x', typo: 1 },
      { ...start, client: 'toaster' },
      { ...start, time: '2026-02-30T00:00:00Z' },
      { ...start, time: '2001-01-01T00:00:00Z' },
      { ...start, type: 'model_call', model: 'm', inputTokens: 1e30, outputTokens: 1 },
      { ...start, type: 'model_call', model: 'm', inputTokens: 5, outputTokens: 1, cacheReadTokens: 6 },
      { ...start, type: 'tool_call', tool: 'Bash', autonomyLevel: 'wild' },
      { ...start, sessionId: 'a\0b' },
      null,
      'event',
    ]
    const { status, json } = await post(JSON.stringify({ events }))
    expect(status).toBe(200)
    expect(json).toMatchObject({ accepted: 1, duplicates: 0 })
    expect(json.rejected.map(({ index }: { index: number }) => index)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    for (const { error } of json.rejected) expect(error).toMatch(/^\S.*\.$/)
    const { dataQuality } = await server().acme.owner.analytics.status()
    expect(dataQuality.quarantinedEvents).toBe(10)
    expect(dataQuality.quarantinedByReason).toContainEqual({ reason: 'An unknown field.', count: 1 })
  })

  it.each([
    ['half a list', '[{', {}, 400],
    ['a text', '"event"', {}, 400],
    ['another field', '{"events":[],"more":1}', {}, 400],
    ['another type', '<event/>', { 'content-type': 'text/xml' }, 415],
    ['too much', `[${' '.repeat(1_000_001)}]`, {}, 413],
    ['a long line', 'x'.repeat(999_999), ndjson, 200],
    ['what is not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), {}, 400],
  ])('answers %s', async (_, body, headers, status) => {
    const answer = await post(body, headers)
    if (status === 200) expect(answer.json).toMatchObject({ accepted: 0, rejected: [{ index: 0 }] })
    else expectProblem(answer, status)
  })

  it('lets a member report their own, and nobody else’s', async () => {
    const { acme } = server()
    const own = { ...start, id: 'own', userEmail: 'MEMBER@acme.test' }
    const other = { ...start, id: 'other', userEmail: 'owner@acme.test' }
    const receipt = await acme.member.telemetry.events({ events: [own, other] as never })
    expect(receipt).toEqual({
      accepted: 1,
      duplicates: 0,
      rejected: [{ index: 1, error: expect.stringContaining('telemetry:attribute') }],
    })
  })

  it('accepts thousands of tools of one day, and reports implausible names', async () => {
    const { globex } = server()
    const call = { ...start, type: 'tool_call', autonomyLevel: 'manual' }
    const tools = Array.from({ length: 5_000 }, (_, index) => `tool_${index}`)
    const noise = Array.from({ length: 300 }, (_, index) => `rm -rf / number ${index}`)
    for (const list of [tools.slice(0, 2500), tools.slice(2500), noise, noise.slice(0, 3)]) {
      const events = list.map((tool) => ({ ...call, tool, id: `${list.length} ${tool}` }))
      expect((await globex.owner.telemetry.events({ events: events as never })).accepted).toBe(list.length)
    }
    await globex.owner.analytics.refresh()
    const { data } = await globex.owner.analytics.tools({ startDate: '2026-03-04', endDate: '2026-03-04' })
    const [row] = data as { tool_calls: number; by_tool: { tool: string; invocations: number }[] }[]
    expect([row?.tool_calls, row?.by_tool.length]).toEqual([5_303, 2_001])
    expect(row?.by_tool.slice(0, 2)).toEqual([
      { tool: '(other)', invocations: 3_001 },
      { tool: 'unknown', invocations: 303 },
    ])
    const { dataQuality } = await globex.owner.analytics.status()
    expect(dataQuality.unknownToolCalls).toBe(303)
    expect(dataQuality.unknownTools).toHaveLength(100)
    expect(dataQuality.unknownTools[0]).toEqual({ rawName: 'rm -rf / number 0', count: 2 })
  })
})
