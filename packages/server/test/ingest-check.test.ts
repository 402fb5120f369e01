import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { attributes, timeUnixNano } from './fixtures/agents/build.ts'
import { decodeProtobuf, encodeProtobuf } from './fixtures/agents/encode-protobuf.ts'

const server = sharedTestServer()

function checkOf(id: string, event = 'muster.check') {
  const record = { timeUnixNano, attributes: attributes({ 'event.name': event, 'muster.check.id': id }) }
  const resource = { attributes: attributes({ 'service.name': 'muster-check' }) }
  return { resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record] }] }] }
}

const message = (id: string) => `muster.check ${id} arrived and is counted nowhere.`

describe('a record muster.check', () => {
  it('is answered with its id and counted nowhere, not even as unreadable', async () => {
    const { acme, raw } = server()
    const id = randomUUID()
    const { status, json } = await raw('POST', '/v1/logs', { key: acme.member.key, json: checkOf(id) })
    expect(status).toBe(200)
    expect(json).toEqual({ partialSuccess: { rejectedLogRecords: '0', errorMessage: message(id) } })
    const { dataQuality, pendingDays, computedDays } = await acme.owner.analytics.status()
    expect(dataQuality).toMatchObject({ acceptedEvents: 0, lateEvents: 0, quarantinedEvents: 0, unknownToolCalls: 0 })
    expect([...pendingDays, ...computedDays]).toEqual([])
  })

  it('is answered in protobuf, too', async () => {
    const id = randomUUID()
    const response = await fetch(`${server().address}/v1/logs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server().acme.member.key}`, 'content-type': 'application/x-protobuf' },
      body: new Uint8Array(encodeProtobuf('logs', checkOf(id))),
    })
    const answer = decodeProtobuf('LogsResponse', new Uint8Array(await response.arrayBuffer()))
    expect(answer).toEqual({ partialSuccess: { errorMessage: message(id) } })
  })

  it('needs the scope for sending', async () => {
    const { acme, raw } = server()
    const { key } = await acme.owner.apiKeys.create({ name: 'reader', scopes: ['analytics:read'] })
    expect(await raw('POST', '/v1/logs', { key, json: checkOf(randomUUID()) })).toMatchObject({ status: 403 })
  })

  it('is not echoed when its id is no id, nor when it is another event', async () => {
    const { acme, raw } = server()
    for (const body of [checkOf('<script>alert(1)</script>'), checkOf(''), checkOf(randomUUID(), 'api_request')]) {
      const { status, json } = await raw('POST', '/v1/logs', { key: acme.member.key, json: body })
      expect([status, json]).toEqual([200, {}])
    }
  })
})
