import type { Encoding } from './decode.ts'
import { bytesField, numberField, textField } from './wire-writer.ts'

export type Signal = 'logs' | 'metrics' | 'traces'

const rejectedFields = {
  logs: 'rejectedLogRecords',
  metrics: 'rejectedDataPoints',
  traces: 'rejectedSpans',
} as const

export const contentTypes = { json: 'application/json', protobuf: 'application/x-protobuf' } as const

/**
 * Encodes the answer to an accepted request. `partial_success` is present only if something was rejected, as OTLP
 * requires.
 */
export function encodeSuccess(signal: Signal, encoding: Encoding, rejected = 0, message = ''): Buffer {
  if (rejected === 0 && message === '') return encoding === 'json' ? Buffer.from('{}') : Buffer.alloc(0)
  if (encoding === 'json') {
    // Protobuf's JSON encodes 64-bit numbers as texts.
    const partialSuccess = { [rejectedFields[signal]]: String(rejected), errorMessage: message }
    return Buffer.from(JSON.stringify({ partialSuccess }))
  }
  return bytesField(1, Buffer.concat([numberField(1, rejected), textField(2, message)]))
}

/** A `google.rpc.Status`, which OTLP requires as the body of every 4xx and 5xx. */
export function encodeStatus(encoding: Encoding, httpStatus: number, message: string): Buffer {
  const code = rpcCodeOf(httpStatus)
  if (encoding === 'json') return Buffer.from(JSON.stringify({ code, message }))
  return Buffer.concat([numberField(1, code), textField(2, message)])
}

/** The `google.rpc.Code` that corresponds to an HTTP status. */
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
