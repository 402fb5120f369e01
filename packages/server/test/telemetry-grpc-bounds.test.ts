import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { sharedTestServer, testServer } from '../src/testing/test-server.ts'
import { log } from './fixtures/agents/build.ts'
import { decodeProtobuf, encodeProtobuf } from './fixtures/agents/encode-protobuf.ts'
import { connection, exportPaths, framed } from './grpc-client.ts'

const codes = { ok: 0, invalidArgument: 3, deadlineExceeded: 4, denied: 7, exhausted: 8, unimplemented: 12 }
const unauthenticated = 16
const mebibyte = 2 ** 20
const environment = { MUSTER_NOW: '2026-11-16T09:30:00.000Z', MUSTER_OTLP_GRPC_PORT: '0' }
const server = sharedTestServer(environment)

const open = () => connection(server().app.grpcPort)
const authorization = (key = server().acme.member.key) => ({ authorization: `Bearer ${key}` })
const prompt = (id: string) =>
  encodeProtobuf('logs', log('claude-code', { 'event.name': 'user_prompt', 'session.id': id, 'prompt.id': id }).request)

describe('gRPC, against callers that cost', () => {
  it('reads no message of an unknown caller, however much is sent', async () => {
    const connections = Array.from({ length: 4 }, open)
    const body = framed(Buffer.alloc(15 * mebibyte))
    const answers = connections.flatMap(({ call }) =>
      Array.from({ length: 60 }, () => {
        const { stream, answer } = call({ headers: { authorization: 'Bearer mst_nobody' } })
        stream.write(body)
        return answer
      }),
    )
    for (const { code } of await Promise.all(answers)) expect(code).toBe(unauthenticated)
    const sent = connections.reduce((sum, { session }) => sum + (session.socket?.bytesWritten ?? 0), 0)
    // Of 3.5 GiB that were ready to go, a window of each connection or two may have left.
    expect(sent).toBeLessThan(4 * mebibyte)
  })

  it('refuses a caller without the right before the message has come', async () => {
    const { call } = open()
    const { answer } = call({ headers: authorization(server().acme.guest.key) })
    expect((await answer).code).toBe(codes.denied)
  })

  it('refuses a message for its length alone', async () => {
    const { stream, answer } = open().call({ headers: authorization() })
    stream.write(framed(Buffer.alloc(0), { length: 2 ** 32 - 1 }))
    const { code, head } = await answer
    expect(code).toBe(codes.exhausted)
    expect(head['grpc-message']).toContain(String(16 * mebibyte))
    expect(head).not.toHaveProperty('grpc-status-details-bin')
  })

  it('refuses a small message that becomes a large one', async () => {
    const { stream, answer } = open().call({ headers: { ...authorization(), 'grpc-encoding': 'gzip' } })
    stream.end(framed(gzipSync(Buffer.alloc(17 * mebibyte)), { compressed: true }))
    expect((await answer).code).toBe(codes.exhausted)
  })

  it('ends a call whose time is over', async () => {
    const { answer } = open().call({ headers: { ...authorization(), 'grpc-timeout': '1m' } })
    expect((await answer).code).toBe(codes.deadlineExceeded)
  })
})

describe('gRPC, as the protocol wants it', () => {
  it.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
    ['deflate', deflateSync],
  ])('takes messages compressed with %s', async (encoding, compress) => {
    const { stream, answer } = open().call({ headers: { ...authorization(), 'grpc-encoding': encoding } })
    stream.end(framed(compress(prompt(encoding)), { compressed: true }))
    const { code, head } = await answer
    expect([code, head['grpc-accept-encoding']]).toEqual([codes.ok, 'identity,gzip,zstd,deflate'])
  })

  it.each([
    ['a compression that it does not know', 'snappy', codes.unimplemented],
    ['a compression called like a property that every object has', 'constructor', codes.unimplemented],
    ['a message that is not compressed as it says', 'gzip', codes.invalidArgument],
  ])('refuses %s', async (_, encoding, expected) => {
    const { stream, answer } = open().call({ headers: { ...authorization(), 'grpc-encoding': encoding } })
    stream.end(framed(Buffer.from('hello'), { compressed: true }))
    expect((await answer).code).toBe(expected)
  })

  it('takes a message that comes byte by byte, and no second one', async () => {
    const { stream, answer } = open().call({ headers: authorization() })
    for (const byte of framed(prompt('slow'))) stream.write(Buffer.from([byte]))
    stream.end()
    expect((await answer).code).toBe(codes.ok)
    const twice = open().call({ headers: authorization() })
    twice.stream.end(Buffer.concat([framed(prompt('one')), framed(prompt('two'))]))
    expect((await twice.answer).code).toBe(codes.unimplemented)
  })

  it('refuses half a message, no message, unknown methods and anything that is not gRPC', async () => {
    const half = open().call({ headers: authorization() })
    half.stream.end(framed(prompt('half')).subarray(0, 20))
    expect((await half.answer).code).toBe(codes.invalidArgument)
    const none = open().call({ headers: authorization() })
    none.stream.end()
    expect((await none.answer).code).toBe(codes.invalidArgument)
    const elsewhere = open().call({ headers: authorization(), path: '/nothing.here.Service/Export' })
    expect((await elsewhere.answer).code).toBe(codes.unimplemented)
    const other = open().call({ headers: { ...authorization(), 'content-type': 'application/json' } })
    expect((await other.answer).head[':status']).toBe(415)
  })

  it('says when to come again, so that exporters keep what they have', async () => {
    const limited = await testServer({ ...environment, MUSTER_RATE_LIMIT: '12' })
    const { call } = connection(limited.app.grpcPort)
    const headers = authorization(limited.acme.member.key)
    let last = { code: codes.ok, head: {} as Record<string, unknown> }
    for (let tries = 0; tries < 40 && last.code === codes.ok; tries++) {
      const { stream, answer } = call({ headers })
      stream.end(framed(Buffer.alloc(0)))
      last = await answer
    }
    expect(last.code).toBe(codes.exhausted)
    const details = Buffer.from(String(last.head['grpc-status-details-bin']), 'base64')
    expect(decodeProtobuf('RpcStatus', details)).toMatchObject({
      code: codes.exhausted,
      message: expect.stringContaining('requests a minute'),
      details: [{ typeUrl: 'type.googleapis.com/google.rpc.RetryInfo' }],
    })
    const [{ value }] = decodeProtobuf('RpcStatus', details).details as [{ value: Buffer }]
    const { retryDelay } = decodeProtobuf('RetryInfo', value) as { retryDelay: { seconds: number } }
    expect(retryDelay.seconds).toBe(Number(last.head['retry-after']))
  })

  it('tells load balancers whether it serves', async () => {
    const check = async (message: Buffer) => {
      const { stream, answer } = open().call({ path: exportPaths.health })
      stream.end(framed(message))
      return answer
    }
    const serving = Buffer.from([8, 1])
    expect(await check(Buffer.alloc(0))).toMatchObject({ code: codes.ok, message: serving })
    const name = Buffer.from('opentelemetry.proto.collector.logs.v1.LogsService')
    expect(await check(Buffer.concat([Buffer.from([10, name.length]), name]))).toMatchObject({ message: serving })
    expect((await check(Buffer.from([10, 1, 120]))).code).toBe(5)
    expect((await check(Buffer.from([10, 100]))).code).toBe(codes.invalidArgument)
  })

  it('trusts X-Forwarded-For only from the configured proxies', async () => {
    const statusFrom = async (trusted: string, forwarded: string) => {
      const { acme, app } = await testServer({ ...environment, MUSTER_TRUST_PROXY: trusted })
      const key = acme.member.key
      await acme.owner.controls.replace({ networkPolicy: { allowedIps: ['203.0.113.7', '127.0.0.1'] } })
      const { stream, answer } = connection(app.grpcPort).call({
        headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': forwarded },
      })
      stream.end(framed(Buffer.alloc(0)))
      return (await answer).code
    }
    expect(await statusFrom('1', '203.0.113.7')).toBe(codes.ok)
    expect(await statusFrom('1', '203.0.113.7, 198.51.100.1')).toBe(codes.denied)
    expect(await statusFrom('0', '198.51.100.1')).toBe(codes.ok)
  })
})
