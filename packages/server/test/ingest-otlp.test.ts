import { describe, expect, it } from 'vitest'
import { OtlpError } from '../src/know/ingest/telemetry/otlp/otlp-error.ts'
import { encodeStatus, encodeSuccess, type Signal } from '../src/know/ingest/telemetry/otlp/responses.ts'
import { nsFromHalves } from '../src/know/ingest/telemetry/otlp/time.ts'
import { readTelemetry } from '../src/know/ingest/telemetry/read-telemetry.ts'
import { attributes, log, read, request, timeUnixNano } from './fixtures/agents/build.ts'
import { decodeProtobuf, encodeProtobuf } from './fixtures/agents/encode-protobuf.ts'
import { recordedMs, recording } from './fixtures/agents/recordings.ts'

const signals: readonly Signal[] = ['logs', 'metrics', 'traces']
const apiRequest = { 'event.name': 'api_request', 'session.id': 's', model: 'm', input_tokens: 10, output_tokens: 5 }

function readBytes(signal: Signal, body: Uint8Array, encoding: 'json' | 'protobuf') {
  return readTelemetry(signal, body, encoding, recordedMs)
}

describe('a JSON body', () => {
  it.each([
    ['', 'The body is not valid JSON.'],
    ['{"resourceLogs":', 'The body is not valid JSON.'],
    ['[]', 'The body must be a JSON object.'],
    ['null', 'The body must be a JSON object.'],
    ['{"resourceLogs":{}}', 'resourceLogs must be an array.'],
    ['{"resourceLogs":[1]}', 'resourceLogs must hold objects.'],
    ['{"resourceLogs":[{"scopeLogs":5}]}', 'scopeLogs must be an array.'],
    ['{"resourceLogs":[{"scopeLogs":[null]}]}', 'scopeLogs must hold objects.'],
    ['{"resourceLogs":[{"scopeLogs":[{"logRecords":"x"}]}]}', 'logRecords must be an array.'],
  ])('%j is refused in one sentence', (body, message) => {
    expect(() => readBytes('logs', Buffer.from(body), 'json')).toThrow(new OtlpError(message))
  })

  it('may be empty, or hold fields that nobody knows', () => {
    for (const body of ['{}', '{"resourceLogs":null}', '{"resourceLogs":[],"new":1}', '{"resourceLogs":[{}]}']) {
      expect(readBytes('logs', Buffer.from(body), 'json')).toMatchObject({ drafts: [], records: 0 })
    }
  })

  it('takes times as texts and as numbers', () => {
    const record = { attributes: attributes(apiRequest) }
    const early = read(request('logs', 'claude-code', { ...record, timeUnixNano })).drafts
    const late = read(
      request('logs', 'claude-code', { ...record, observedTimeUnixNano: recordedMs * 1_000_000 }),
    ).drafts
    expect(early).toMatchObject([{ timeMs: recordedMs }])
    expect(late).toMatchObject([{ timeMs: recordedMs }])
  })

  it('takes enumerations by name and by number', () => {
    const metric = (aggregationTemporality: unknown) =>
      request('metrics', 'codex_exec', {
        name: 'codex.hooks.run',
        sum: {
          aggregationTemporality,
          dataPoints: [{ timeUnixNano, asInt: '2', attributes: attributes({ hook_name: 'Stop' }) }],
        },
      })
    expect(read(metric(1)).drafts).toMatchObject([{ quantity: 2, counter: undefined }])
    expect(read(metric('AGGREGATION_TEMPORALITY_DELTA'))).toEqual(read(metric(1)))
    expect(read(metric('AGGREGATION_TEMPORALITY_CUMULATIVE')).drafts).toMatchObject([{ quantity: 2, counter: {} }])
  })
})

describe('a protobuf body', () => {
  const { request: body } = log('claude-code', apiRequest)
  const bytes = encodeProtobuf('logs', body)

  it('is refused in one sentence wherever it is cut off', () => {
    let refused = 0
    for (let length = 1; length < bytes.length; length++) {
      expect(() => readBytes('logs', bytes.subarray(0, length), 'protobuf')).toThrow(OtlpError)
      refused++
    }
    expect(refused).toBe(bytes.length - 1)
  })

  it('is refused when it is something else', () => {
    for (const text of ['{"resourceLogs":[]}', '<html>', '\xff'.repeat(20), '\0\0\0']) {
      for (const signal of signals)
        expect(() => readBytes(signal, Buffer.from(text, 'latin1'), 'protobuf')).toThrow(OtlpError)
    }
  })

  it('may be empty', () => {
    for (const signal of signals) {
      expect(readBytes(signal, Buffer.alloc(0), 'protobuf')).toMatchObject({ drafts: [], records: 0, ignored: 0 })
    }
  })

  it('reads its fields in any order', () => {
    // Both messages with their fields the other way round: the scopes before the resource, the records before the scope.
    const field = (tag: number, content: Buffer) => Buffer.concat([Buffer.from([tag, content.length]), content])
    const text = (value: string) => field(0x0a, Buffer.from(value))
    const pair = (key: string, value: string) => field(0x0a, Buffer.concat([text(key), field(0x12, text(value))]))
    const resource = pair('service.name', 'our-agents')
    const record = Buffer.concat([
      Buffer.from([0x09]),
      Buffer.from(new BigUint64Array([BigInt(timeUnixNano)]).buffer),
      ...Object.entries(apiRequest).map(([key, value]) =>
        field(0x32, Buffer.concat([text(key), field(0x12, text(String(value)))])),
      ),
    ])
    const scope = Buffer.concat([field(0x12, record), field(0x0a, text('com.anthropic.claude_code.events'))])
    const scoped = Buffer.concat([Buffer.from([0x12, ...varint(scope.length)]), scope])
    const whole = Buffer.concat([scoped, field(0x0a, resource)])
    const message = Buffer.concat([Buffer.from([0x0a, ...varint(whole.length)]), whole])
    expect(readBytes('logs', message, 'protobuf').drafts).toMatchObject([
      { type: 'model_call', inputTokens: 10, timeMs: recordedMs },
    ])
  })

  it('reads numbers of every size', () => {
    for (const value of [0, 1, 127, 128, 300, 2 ** 31, 2 ** 49, 2 ** 52, -1, -(2 ** 40), Number.MIN_SAFE_INTEGER]) {
      const point = {
        name: 'codex.hooks.run',
        sum: {
          aggregationTemporality: 1,
          dataPoints: [{ timeUnixNano, asInt: value, attributes: [{ key: 'n', value: { intValue: value } }] }],
        },
      }
      const { signal, request: metrics } = request('metrics', 'codex_exec', point)
      const json = readBytes(signal, Buffer.from(JSON.stringify(metrics)), 'json')
      expect(readBytes(signal, encodeProtobuf(signal, metrics), 'protobuf')).toEqual(json)
    }
  })

  it('counts the records that nobody reads', () => {
    for (const name of ['codex', 'gemini-cli', 'opencode', 'copilot']) {
      for (const { signal, request: json } of recording(name)) {
        const { records, ignored } = readBytes(signal, Buffer.from(JSON.stringify(json)), 'json')
        expect(readBytes(signal, encodeProtobuf(signal, json), 'protobuf')).toMatchObject({ records, ignored })
      }
    }
  })
})

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >> 7)]
}

describe('nanoseconds', () => {
  it('are exact from both halves of a 64-bit number', () => {
    for (const ns of [1n, 4_294_967_295n, 4_294_967_296n, 1_794_701_526_002_000_001n, 2n ** 63n, 2n ** 64n - 1n]) {
      expect(nsFromHalves(Number(ns & 0xffffffffn), Number(ns >> 32n))).toBe(ns.toString())
    }
    expect(nsFromHalves(0, 0)).toBe('')
  })
})

describe('an answer', () => {
  it('to a request that was accepted whole is empty', () => {
    expect(encodeSuccess('logs', 'json').toString()).toBe('{}')
    expect(encodeSuccess('traces', 'protobuf')).toHaveLength(0)
  })

  it('tells how many records were rejected, in the encoding of the request', () => {
    expect(JSON.parse(encodeSuccess('logs', 'json', 3, 'x').toString())).toEqual({
      partialSuccess: { rejectedLogRecords: '3', errorMessage: 'x' },
    })
    expect(JSON.parse(encodeSuccess('metrics', 'json', 3, 'x').toString())).toMatchObject({
      partialSuccess: { rejectedDataPoints: '3' },
    })
    expect(JSON.parse(encodeSuccess('traces', 'json', 3, 'x').toString())).toMatchObject({
      partialSuccess: { rejectedSpans: '3' },
    })
    const long = `${'Grund '.repeat(50)}✓`
    expect(decodeProtobuf('LogsResponse', encodeSuccess('logs', 'protobuf', 300_000, long))).toEqual({
      partialSuccess: { rejectedLogRecords: 300_000, errorMessage: long },
    })
  })

  it('to a request that was refused is a status', () => {
    expect(JSON.parse(encodeStatus('json', 401, 'Who are you?').toString())).toEqual({
      code: 16,
      message: 'Who are you?',
    })
    expect(decodeProtobuf('RpcStatus', encodeStatus('protobuf', 400, 'No.'))).toEqual({ code: 3, message: 'No.' })
    expect(decodeProtobuf('RpcStatus', encodeStatus('protobuf', 503, 'Later.'))).toEqual({
      code: 14,
      message: 'Later.',
    })
  })
})
