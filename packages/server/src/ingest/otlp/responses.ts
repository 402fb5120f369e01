import type { Encoding } from './decode.ts'

export type Signal = 'logs' | 'metrics' | 'traces'

const rejectedFields = {
  logs: 'rejectedLogRecords',
  metrics: 'rejectedDataPoints',
  traces: 'rejectedSpans',
} as const

export const contentTypes = { json: 'application/json', protobuf: 'application/x-protobuf' } as const

/**
 * The answer to a request that was accepted, in the encoding it came in. `partial_success` stands in it only if
 * something was rejected: OTLP asks for its absence otherwise.
 */
export function encodeSuccess(signal: Signal, encoding: Encoding, rejected = 0, message = ''): Buffer {
  if (rejected === 0 && message === '') return encoding === 'json' ? Buffer.from('{}') : Buffer.alloc(0)
  if (encoding === 'json') {
    // 64-bit numbers are texts in protobuf's JSON.
    const partialSuccess = { [rejectedFields[signal]]: String(rejected), errorMessage: message }
    return Buffer.from(JSON.stringify({ partialSuccess }))
  }
  return field(1, Buffer.concat([number(1, rejected), field(2, Buffer.from(message))]))
}

/** A `google.rpc.Status`, which OTLP asks for as the body of every 4xx and 5xx. */
export function encodeStatus(encoding: Encoding, httpStatus: number, message: string): Buffer {
  const code = rpcCodeOf(httpStatus)
  if (encoding === 'json') return Buffer.from(JSON.stringify({ code, message }))
  return Buffer.concat([number(1, code), field(2, Buffer.from(message))])
}

/** The code of `google.rpc.Code` that says the same as a status of HTTP. */
export function rpcCodeOf(httpStatus: number): number {
  return rpcCodes[httpStatus] ?? (httpStatus >= 500 ? 13 : 3)
}

const rpcCodes: Readonly<Record<number, number>> = {
  401: 16,
  403: 7,
  404: 5,
  409: 10,
  413: 8,
  429: 8,
  500: 13,
  501: 12,
  502: 14,
  503: 14,
  504: 4,
}

function field(id: number, bytes: Buffer): Buffer {
  if (bytes.length === 0) return bytes
  return Buffer.concat([varint((id << 3) | 2), varint(bytes.length), bytes])
}

function number(id: number, value: number): Buffer {
  return value === 0 ? Buffer.alloc(0) : Buffer.concat([varint(id << 3), varint(value)])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  bytes.push(rest)
  return Buffer.from(bytes)
}
