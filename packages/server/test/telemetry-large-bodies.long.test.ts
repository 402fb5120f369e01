import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { sharedTestServer, testServer } from '../src/testing/test-server.ts'
import { expectProblem } from './bad-input-problem.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-03-05T09:30:00.000Z' })

function events(count: number, more: object = {}): string {
  const lines = Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      id: `event-${index}`,
      time: '2026-03-04T12:00:00Z',
      client: 'terminal-ui',
      type: 'message',
      role: 'user',
      ...more,
    }),
  )
  return lines.join('\n')
}

function sendLines(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}, from = server()) {
  const type = { 'content-type': 'application/x-ndjson', ...headers }
  return from.raw('POST', '/api/v0/events', { key: from.acme.owner.key, body, headers: type })
}

describe('a large body of native events', () => {
  it('is read like a small one: each event once, and each fault with its index', async () => {
    const body = `${events(9_000)}\n{"type": "message"}\nno JSON\n${events(3)}`
    const answer = await sendLines(body)
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({ accepted: 9_000, duplicates: 3 })
    expect(answer.json.rejected.map(({ index }: { index: number }) => index)).toEqual([9_000, 9_001])
    const zipped = await sendLines(new Uint8Array(gzipSync(body)), { 'content-encoding': 'gzip' })
    expect(zipped.json).toMatchObject({ accepted: 0, duplicates: 9_003 })
  })

  it('may be one JSON document', async () => {
    const list = `[${events(6_000, { time: '2026-03-03T12:00:00Z' }).replaceAll('\n', ',')}]`
    const headers = { 'content-type': 'application/json' }
    expect((await sendLines(list, headers)).json).toMatchObject({ accepted: 6_000, rejected: [] })
    expectProblem(await sendLines(`${list}]`, headers), 400, 'malformed_json')
    expectProblem(await sendLines(`{"events": ${list}, "more": 1}`, headers), 400, 'invalid_request')
  })
})

describe('a large OTLP request', () => {
  const record = { timeUnixNano: '1772625600000000000', body: { stringValue: 'x'.repeat(500) } }

  it('is answered like a small one', async () => {
    const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: Array.from({ length: 2_000 }, () => record) }] }] }
    const answer = await server().raw('POST', '/v1/logs', { key: server().acme.owner.key, json: logs })
    expect([answer.status, answer.json]).toEqual([200, {}])
  })

  it('is refused with a reason when it is none', async () => {
    const body = `{"resourceLogs": ["${'x'.repeat(600_000)}"]}`
    const answer = await server().raw('POST', '/v1/logs', { key: server().acme.owner.key, body })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('must be an OTLP request')
  })
})

describe('a body that takes too much memory to read', () => {
  it('is refused alone, and the next one is taken', async () => {
    const small = await testServer({ MUSTER_WORKER_MEMORY_MB: '64' })
    const nested = `[${'[],'.repeat(3_000_000)}1]`
    const answer = await sendLines(nested, { 'content-type': 'application/json' }, small)
    expectProblem(answer, 413, 'body_too_large')
    expect((await sendLines(events(9_000), {}, small)).status).toBe(200)
  })
})
