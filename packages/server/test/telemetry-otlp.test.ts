import { gzipSync, zstdCompressSync } from 'node:zlib'
import { type Role, roles } from '@muster/contract/enumerations'
import { beforeAll, describe, expect, it } from 'vitest'
import { type People, sharedTestServer } from '../src/testing/test-server.ts'
import { otlpRows } from './access-table.ts'
import { attributes, log } from './fixtures/agents/build.ts'
import { decodeProtobuf, encodeProtobuf } from './fixtures/agents/encode-protobuf.ts'
import { recording } from './fixtures/agents/recordings.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-11-16T09:30:00.000Z', MUSTER_MAX_TELEMETRY_BYTES: '2000000' })

const protobuf = { 'content-type': 'application/x-protobuf' }
const day = '2026-11-15'

const messageOf = (session: string) =>
  log('claude-code', { 'event.name': 'user_prompt', 'session.id': session, 'prompt.id': session }).request

function post(path: string, body: Uint8Array | string | object, headers: Record<string, string> = {}) {
  const { key } = server().acme.owner
  const bytes = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  return server().raw('POST', path, { key, body: bytes as string, headers })
}

/** The messages of a day, once everything is computed. */
async function messagesOn(people: People, date: string): Promise<number> {
  await people.owner.analytics.refresh()
  const { data } = await people.owner.analytics.activity({ startDate: date, endDate: date })
  return (data[0] as { messages: number }).messages
}

for (const row of otlpRows) {
  describe(row.call, () => {
    const send = (key: string | undefined, headers = {}) => server().raw('POST', row.path, { key, body: '{}', headers })

    it('answers 401 as the protocol asks, whatever is wrong with the bearer', async () => {
      for (const key of [undefined, 'secret', 'mst_unknown_key', `${server().acme.owner.key}x`]) {
        const { status, json, headers } = await send(key)
        expect([status, json]).toEqual([401, { code: 16, message: expect.stringMatching(/\S/) }])
        expect(headers.get('www-authenticate')).toBe('Bearer')
        expect(headers.get('content-type')).toBe('application/json')
      }
    })

    it.each(roles)('answers as the table says to a %s', async (role: Role) => {
      const { status, json } = await send(server().acme[role].key)
      if (row.admits.includes(role)) expect([status, json]).toEqual([200, {}])
      else expect([status, json]).toEqual([403, { code: 7, message: expect.stringContaining(role) }])
    })

    it('asks for the scope telemetry:write', async () => {
      const { owner } = server().acme
      const right = await owner.apiKeys.create({ name: 'right', scopes: ['telemetry:write'] })
      expect((await send(right.key)).status).toBe(200)
      const wrong = await owner.apiKeys.create({ name: 'wrong', scopes: ['analytics:read', 'telemetry:attribute'] })
      expect(await send(wrong.key)).toMatchObject({ status: 403, json: { code: 7 } })
    })

    it('answers in protobuf to protobuf, also with errors', async () => {
      const { key } = server().acme.owner
      const fine = await server().raw('POST', row.path, { key, body: '', headers: protobuf })
      expect([fine.status, fine.text, fine.headers.get('content-type')]).toEqual([200, '', 'application/x-protobuf'])
      const response = await fetch(server().address + row.path, { method: 'POST', body: 'abc', headers: protobuf })
      expect([response.status, response.headers.get('content-type')]).toEqual([401, 'application/x-protobuf'])
      const bytes = Buffer.from(await response.arrayBuffer())
      expect([bytes[0], bytes[1]]).toEqual([8, 16])
    })
  })
}

describe('OTLP over HTTP', () => {
  it('takes JSON and protobuf, as they are and compressed, and counts a record once', async () => {
    const { globex } = server()
    const before = await messagesOn(globex, day)
    const body = messageOf('once')
    const json = Buffer.from(JSON.stringify(body))
    const binary = encodeProtobuf('logs', body)
    const ways: [Uint8Array, Record<string, string>][] = [
      [json, {}],
      [json, { 'content-type': 'application/json; charset=utf-8' }],
      [gzipSync(json), { 'content-encoding': 'gzip' }],
      [binary, protobuf],
      [gzipSync(binary), { ...protobuf, 'content-encoding': 'gzip' }],
      [zstdCompressSync(binary), { ...protobuf, 'content-encoding': 'zstd' }],
    ]
    for (const [bytes, headers] of ways) {
      const sent = { key: globex.owner.key, body: new Uint8Array(bytes), headers }
      expect((await server().raw('POST', '/v1/logs', sent)).status).toBe(200)
    }
    expect(await messagesOn(globex, day)).toBe(before + 1)
  })

  it('reports how many records it refused, and accepts the others', async () => {
    const { resourceLogs } = messageOf('mixed') as { resourceLogs: { scopeLogs: { logRecords: unknown[] }[] }[] }
    const records = resourceLogs[0]?.scopeLogs[0]?.logRecords ?? []
    const broken = attributes({ 'event.name': 'api_request', 'session.id': 's', model: 'm', input_tokens: -5 })
    records.push({ timeUnixNano: `${Date.parse('2026-11-15T10:00:00Z')}000000`, attributes: broken })
    const { status, json } = await post('/v1/logs', { resourceLogs })
    expect(status).toBe(200)
    expect(json).toEqual({ partialSuccess: { rejectedLogRecords: '1', errorMessage: expect.stringMatching(/\S/) } })
    const response = await fetch(`${server().address}/v1/logs`, {
      method: 'POST',
      headers: { ...protobuf, authorization: `Bearer ${server().acme.owner.key}` },
      body: new Uint8Array(encodeProtobuf('logs', { resourceLogs })),
    })
    const decoded = decodeProtobuf('LogsResponse', new Uint8Array(await response.arrayBuffer()))
    expect(decoded).toMatchObject({ partialSuccess: { rejectedLogRecords: 1 } })
    const { dataQuality } = await server().acme.owner.analytics.status()
    expect(dataQuality.quarantinedEvents).toBeGreaterThanOrEqual(2)
    expect(dataQuality.quarantinedByReason[0]?.reason).toMatch(/\S/)
  })

  it.each([
    ['half a message', '/v1/logs', Buffer.from([10, 200, 1]), protobuf, 400],
    ['text as protobuf', '/v1/traces', Buffer.from('hello'), protobuf, 400],
    ['broken JSON', '/v1/metrics', Buffer.from('{"resourceMetrics":'), {}, 400],
    ['what is not compressed', '/v1/logs', Buffer.from('{}'), { 'content-encoding': 'gzip' }, 400],
    ['an unknown compression', '/v1/logs', Buffer.from('{}'), { 'content-encoding': 'lzma' }, 415],
    ['an unknown media type', '/v1/logs', Buffer.from('<a/>'), { 'content-type': 'text/xml' }, 415],
    ['too much', '/v1/logs', Buffer.alloc(2_000_001, 32), {}, 413],
    ['a bomb', '/v1/logs', gzipSync(Buffer.alloc(100_000_000, 32)), { 'content-encoding': 'gzip' }, 413],
  ])('refuses %s in the protocol’s own words', async (_, path, body, headers, status) => {
    const response = await fetch(server().address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${server().acme.owner.key}`, ...headers },
      body: new Uint8Array(body),
    })
    expect(response.status).toBe(status)
    const bytes = Buffer.from(await response.arrayBuffer())
    if (headers === protobuf) expect(bytes[0]).toBe(8)
    else
      expect(JSON.parse(bytes.toString())).toEqual({ code: expect.any(Number), message: expect.stringMatching(/\S/) })
  })

  it('refuses 50 MB without reading them all', async () => {
    const response = await fetch(`${server().address}/v1/logs`, {
      method: 'POST',
      headers: { ...protobuf, authorization: `Bearer ${server().acme.owner.key}` },
      body: new Uint8Array(50_000_000),
    }).catch((error: Error) => error)
    // The answer may come while the body is still being sent, and then some clients see a broken connection.
    if (response instanceof Response) expect(response.status).toBe(413)
    expect((await server().raw('GET', '/healthz')).status).toBe(200)
  })

  it('answers GET with 405', async () => {
    const { status, headers } = await server().raw('GET', '/v1/logs')
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  })
})

describe('a recording of an agent', () => {
  let people: People

  beforeAll(() => {
    people = server().globex
  })

  it('comes out of the five endpoints as it went in, sent twice', async () => {
    for (const { signal, request } of [...recording('gemini-cli'), ...recording('gemini-cli').reverse()]) {
      const sent = { key: people.member.key, json: request }
      expect((await server().raw('POST', `/v1/${signal}`, sent)).json).toEqual({})
    }
    await people.owner.analytics.refresh()
    const range = { startDate: '2026-11-10', endDate: day }
    const { data } = await people.owner.analytics.users(range)
    const own = data.filter(({ user_id }) => user_id === people.member.userId)
    const total = (field: 'billable_tokens' | 'tool_calls' | 'skill_calls' | 'hooks' | 'sessions' | 'git_commits') =>
      own.reduce((sum, row) => sum + row[field], 0)
    // Worked out by hand from the recording: 14 calls, each 5202 + 138 − 0.9 × 4001 = 1739 billable tokens.
    expect(total('billable_tokens')).toBe(14 * 1739)
    expect([total('tool_calls'), total('skill_calls'), total('hooks')]).toEqual([8, 1, 8])
    expect([total('sessions'), total('git_commits')]).toEqual([6, 1])
    expect(own.every(({ user_email }) => user_email === people.member.email)).toBe(true)
  })
})

describe('whose an event is', () => {
  const path = '/v1/logs'
  const of = (email: string, session: string) =>
    log('claude-code', {
      'event.name': 'user_prompt',
      'session.id': session,
      'prompt.id': session,
      'user.email': email,
    }).request

  async function usersOf(people: People): Promise<string[]> {
    await people.owner.analytics.refresh()
    const { data } = await people.owner.analytics.users({ startDate: day, endDate: day, limit: 100 })
    return data.map(({ user_id }) => user_id)
  }

  it('is the user of the key, unless the key may report for others', async () => {
    const { acme, raw } = server()
    await raw('POST', path, { key: acme.member.key, json: of('manager@acme.test', 'a') })
    expect(await usersOf(acme)).toContain(acme.member.userId)
    expect(await usersOf(acme)).not.toContain(acme.manager.userId)

    const collector = await acme.owner.apiKeys.create({
      name: 'collector',
      scopes: ['telemetry:write', 'telemetry:attribute'],
    })
    await raw('POST', path, { key: collector.key, json: of('Manager@ACME.test', 'b') })
    await raw('POST', path, { key: collector.key, json: of('someone@elsewhere.test', 'c') })
    // An e-mail of another organization's member is somebody unknown here.
    await raw('POST', path, { key: collector.key, json: of('member@globex.test', 'd') })
    const users = await usersOf(acme)
    expect(users).toEqual(expect.arrayContaining([acme.manager.userId, 'someone@elsewhere.test', 'member@globex.test']))
    expect(users).not.toContain(server().globex.member.userId)
  })

  it('is the member with that e-mail, even for events from before they joined', async () => {
    const { acme } = server()
    const invited = await acme.owner.users.invite({ email: 'Someone@elsewhere.test', role: 'member' })
    const users = await usersOf(acme)
    expect(users).toContain(invited.id)
    expect(users).not.toContain('someone@elsewhere.test')
  })
})
