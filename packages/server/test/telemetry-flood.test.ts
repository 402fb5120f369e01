import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { newPeople, type TestServer, testServer } from '../src/testing/test-server.ts'
import { connection, framed } from './grpc-client.ts'

const largest = 64 * 1024
/** Four of the largest bodies fill what a user may have under way, eight an organization’s share, sixteen the service. */
const sizes = {
  MUSTER_MAX_BODY_BYTES: String(largest),
  MUSTER_MAX_MESSAGE_BYTES: String(largest),
  MUSTER_MAX_REPORT_BYTES: String(largest),
  MUSTER_MAX_TELEMETRY_BYTES: String(largest),
}
const patience = { timeout: 60_000 }

function post({ address }: TestServer, key: string, headers: Readonly<Record<string, string>>): ClientRequest {
  const authorized = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson', ...headers }
  const sent = request(`${address}/api/v0/events`, { method: 'POST', agent: false, headers: authorized })
  sent.on('error', () => {})
  onTestFinished(() => void sent.destroy())
  return sent
}

/** Begins to send this many of the largest bodies, and does not go on. */
function beginLargest(server: TestServer, key: string, count = 4): ClientRequest[] {
  return Array.from({ length: count }, () => {
    const sent = post(server, key, { 'content-length': String(largest) })
    sent.flushHeaders()
    return sent
  })
}

async function sendSmall(server: TestServer, key: string, headers: Readonly<Record<string, string>> = {}) {
  const sent = post(server, key, headers)
  sent.end('\n')
  const [answer] = await once(sent, 'response')
  const body = JSON.parse(Buffer.concat(await Array.fromAsync(answer)).toString())
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], code: body.code, detail: body.detail }
}

describe('bodies that are under way', () => {
  it('are bounded for a user, for an organization and for the service, before they have come', async () => {
    const server = await testServer(sizes)
    const { acme, globex } = server
    const third = await newPeople(server, 'third')
    const small = (key: string) => sendSmall(server, key)
    const fill = async (key: string, refusal: object) => {
      const begun = beginLargest(server, key)
      await vi.waitFor(async () => expect(await small(key)).toMatchObject(refusal), patience)
      return begun
    }
    const ofUser = {
      status: 429,
      code: 'too_many_requests',
      retryAfter: '1',
      detail: expect.stringMatching('of yours'),
    }
    const ofOrganization = { ...ofUser, detail: expect.stringMatching('of your organization') }
    const ofAll = { status: 503, code: 'unavailable', retryAfter: '2', detail: expect.stringMatching('no room') }
    const [first] = await fill(acme.member.key, ofUser)
    expect(await small(acme.manager.key)).toMatchObject({ status: 200 })
    await fill(acme.manager.key, ofUser)
    expect(await small(acme.owner.key)).toMatchObject(ofOrganization)
    await fill(globex.owner.key, ofUser)
    await fill(globex.member.key, ofUser)
    expect(await small(third.owner.key)).toMatchObject(ofAll)
    // One who hangs up makes room for everybody.
    first?.destroy()
    for (const key of [third.owner.key, acme.owner.key, acme.member.key]) {
      await vi.waitFor(async () => expect(await small(key)).toMatchObject({ status: 200 }), patience)
    }
  })

  it('count as they come if they tell no length', async () => {
    const server = await testServer(sizes)
    const { key } = server.acme.member
    beginLargest(server, key, 3)
    const chunked = post(server, key, { 'transfer-encoding': 'chunked' })
    chunked.write(Buffer.alloc(largest, '\n'))
    await vi.waitFor(async () => expect(await sendSmall(server, key)).toMatchObject({ status: 429 }), patience)
    const refused = await sendSmall(server, key, { 'transfer-encoding': 'chunked' })
    expect(refused).toMatchObject({ status: 429, code: 'too_many_requests', retryAfter: '1' })
    chunked.end()
    const [answer] = await once(chunked, 'response')
    expect(answer.statusCode).toBe(200)
    await vi.waitFor(async () => expect(await sendSmall(server, key)).toMatchObject({ status: 200 }), patience)
  })

  it('count the same over gRPC', async () => {
    const server = await testServer({ ...sizes, MUSTER_OTLP_GRPC_PORT: '0' })
    const { key } = server.acme.member
    const { call } = connection(server.app.grpcPort)
    const headers = { authorization: `Bearer ${key}` }
    const begun = beginLargest(server, key, 3)
    const half = call({ headers })
    half.stream.write(framed(Buffer.from([1]), { length: largest }))
    await vi.waitFor(async () => expect(await sendSmall(server, key)).toMatchObject({ status: 429 }), patience)
    const refused = call({ headers })
    refused.stream.end(framed(Buffer.from([1])))
    const { code, head } = await refused.answer
    expect([code, head['retry-after']]).toEqual([8, '1'])
    expect(head).toHaveProperty('grpc-status-details-bin')
    half.stream.close()
    await vi.waitFor(async () => expect(await sendSmall(server, key)).toMatchObject({ status: 200 }), patience)
    begun.forEach((sent) => void sent.destroy())
  })
})

describe('a member who sends many large bodies and hangs up', () => {
  const line = (id: string) =>
    `${JSON.stringify({ id, time: '2026-03-04T12:00:00Z', client: 'web', type: 'message', role: 'user' })}\n`

  it('keeps no other organization waiting, and leaves no work behind', async () => {
    const flood = 12
    // Some are refused, so that a refusal tells that the others have come.
    const underWay = 8
    const events = 80_000
    const server = await testServer({ MUSTER_NOW: '2026-03-05T09:30:00.000Z', MUSTER_MAX_IN_FLIGHT: String(underWay) })
    const { acme, globex } = server
    const body = gzipSync(line('the same').repeat(events))
    let answered = 0
    const left = Array.from({ length: flood }, () => {
      const sent = post(server, acme.member.key, { 'content-encoding': 'gzip', 'content-length': String(body.length) })
      sent.on('response', ({ statusCode }) => statusCode === 200 && answered++).end(body)
      return sent
    })
    const me = (key: string) => server.raw('GET', '/api/v0/me', { key })
    await vi.waitFor(async () => expect((await me(acme.member.key)).status).toBe(429), patience)
    const lines = Array.from({ length: 8_000 }, (_, index) => line(`event ${index}`)).join('')
    const type = { 'content-type': 'application/x-ndjson' }
    const other = await server.raw('POST', '/api/v0/events', { key: globex.owner.key, body: lines, headers: type })
    expect([other.status, other.json.accepted]).toEqual([200, 8_000])
    expect(answered).toBeLessThan(underWay / 2)
    for (const sent of left) sent.destroy()
    await vi.waitFor(async () => {
      const all = await Promise.all(Array.from({ length: underWay }, () => me(acme.member.key)))
      expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
    }, patience)
    // Only what was answered was read to its end: the event of all these bodies is one.
    const { text } = await server.raw('GET', '/metrics')
    const again = Number(/outcome="duplicate"\} (\d+)/.exec(text)?.[1])
    expect(again).toBeLessThanOrEqual((answered + 1) * events)
    const later = await server.raw('POST', '/api/v0/events', { key: acme.member.key, body: line('new'), headers: type })
    expect([later.status, later.json.accepted]).toEqual([200, 1])
  })
})
