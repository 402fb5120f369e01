import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sharedTestServer, testServer } from '../src/testing/test-server.ts'
import { attributes, log, request } from './fixtures/agents/build.ts'
import { decodeProtobuf, encodeProtobuf } from './fixtures/agents/encode-protobuf.ts'
import { exportPaths } from './grpc-client.ts'

const environment = { MUSTER_NOW: '2026-11-16T09:30:00.000Z', MUSTER_OTLP_GRPC_PORT: '0' }
const server = sharedTestServer({ ...environment, MUSTER_MAX_TELEMETRY_BYTES: '100000' })

/** As an exporter calls: one message, with the key among the headers. */
async function send(
  signal: keyof typeof exportPaths,
  body: Buffer,
  key?: string,
  compression?: 'gzip',
): Promise<Buffer> {
  const options = compression ? { 'grpc.default_compression_algorithm': 2 } : {}
  const client = new Client(`127.0.0.1:${server().app.grpcPort}`, credentials.createInsecure(), options)
  onTestFinished(() => client.close())
  const metadata = new Metadata()
  if (key !== undefined) metadata.set('authorization', `Bearer ${key}`)
  const asIs = (bytes: Buffer) => bytes
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(exportPaths[signal], asIs, asIs, body, metadata, (error, answer) =>
      error ? reject(error) : resolve(answer as Buffer),
    )
  })
}

async function codeOf(call: Promise<unknown>): Promise<number> {
  return call.then(
    () => status.OK,
    (error: ServiceError) => error.code,
  )
}

const prompt = (id: string) =>
  encodeProtobuf('logs', log('claude-code', { 'event.name': 'user_prompt', 'session.id': id, 'prompt.id': id }).request)

describe('OTLP over gRPC', () => {
  it('accepts all three signals, and counts a record once over both protocols', async () => {
    const { acme, raw } = server()
    const { key } = acme.member
    expect(await send('logs', prompt('a'), key)).toHaveLength(0)
    expect(await send('logs', prompt('b'), key, 'gzip')).toHaveLength(0)
    for (const signal of ['metrics', 'traces'] as const)
      expect(await send(signal, Buffer.alloc(0), key)).toHaveLength(0)
    const headers = { 'content-type': 'application/x-protobuf' }
    await raw('POST', '/v1/logs', { key, headers, body: new Uint8Array(prompt('a')) })
    await acme.owner.analytics.refresh()
    const { data } = await acme.owner.analytics.users({ startDate: '2026-11-15', endDate: '2026-11-15' })
    expect(data).toMatchObject([{ user_id: acme.member.userId, user_messages: 2 }])
  })

  it('reports records that it cannot accept', async () => {
    const broken = { 'event.name': 'api_request', 'session.id': 's', model: 'm', input_tokens: -1 }
    const timeUnixNano = `${Date.parse('2026-11-15T10:00:00Z')}000000`
    const body = request('logs', 'claude-code', { timeUnixNano, attributes: attributes(broken) }).request
    const answer = await send('logs', encodeProtobuf('logs', body), server().acme.owner.key)
    expect(decodeProtobuf('LogsResponse', answer)).toMatchObject({ partialSuccess: { rejectedLogRecords: 1 } })
  })

  it('refuses with the code that says what is wrong', async () => {
    const { acme } = server()
    const scoped = await acme.owner.apiKeys.create({ name: 'reads', scopes: ['analytics:read'] })
    expect(await codeOf(send('logs', Buffer.alloc(0)))).toBe(status.UNAUTHENTICATED)
    expect(await codeOf(send('logs', Buffer.alloc(0), 'mst_wrong_key'))).toBe(status.UNAUTHENTICATED)
    expect(await codeOf(send('logs', Buffer.alloc(0), acme.guest.key))).toBe(status.PERMISSION_DENIED)
    expect(await codeOf(send('logs', Buffer.alloc(0), scoped.key))).toBe(status.PERMISSION_DENIED)
    expect(await codeOf(send('logs', Buffer.from('hello'), acme.owner.key))).toBe(status.INVALID_ARGUMENT)
    expect(await codeOf(send('logs', Buffer.alloc(100_001), acme.owner.key))).toBe(status.RESOURCE_EXHAUSTED)
  })

  it('is off unless a port is given', async () => {
    expect((await testServer()).app.grpcPort).toBeUndefined()
  })
})
