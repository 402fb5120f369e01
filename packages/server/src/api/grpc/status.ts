import type { OutgoingHttpHeaders } from 'node:http2'
import { AppError } from '../../ground/platform/app-error.ts'
import type { Log } from '../../ground/platform/log.ts'
import { OtlpError } from '../../know/ingest/telemetry/otlp/otlp-error.ts'
import { rpcCodeOf } from '../../know/ingest/telemetry/otlp/responses.ts'
import { bytesField, numberField, textField } from '../../know/ingest/telemetry/otlp/wire-writer.ts'

/** gRPC codes without an equivalent HTTP status. */
export const rpcCodes = { invalidArgument: 3, deadlineExceeded: 4, unimplemented: 12, internal: 13 } as const

/** An error whose code has no equivalent in HTTP. */
export class RpcError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.name = 'RpcError'
    this.code = code
  }
}

export const okTrailers: OutgoingHttpHeaders = { 'grpc-status': '0' }

/** The trailers of a failed call. A retryable failure says when to try again; otherwise exporters drop the data. */
export function trailersOf(error: unknown, log: Log): OutgoingHttpHeaders {
  if (error instanceof RpcError) return trailers(error.code, error.message)
  if (error instanceof OtlpError) return trailers(rpcCodes.invalidArgument, error.message)
  if (!(error instanceof AppError)) {
    log.error({ err: error }, 'a call over gRPC failed')
    return trailers(rpcCodes.internal, 'Something went wrong inside the service.')
  }
  const code = rpcCodeOf(error.status)
  const { retryAfterSeconds } = error
  if (retryAfterSeconds === undefined) return trailers(code, error.message)
  return {
    ...trailers(code, error.message),
    'retry-after': String(retryAfterSeconds),
    'grpc-status-details-bin': statusDetails(code, error.message, retryAfterSeconds).toString('base64'),
  }
}

function trailers(code: number, message: string): OutgoingHttpHeaders {
  return { 'grpc-status': String(code), 'grpc-message': percentEncoded(message) }
}

/** A `google.rpc.Status` with one detail, a `google.rpc.RetryInfo`. */
function statusDetails(code: number, message: string, retryAfterSeconds: number): Buffer {
  const duration = numberField(1, retryAfterSeconds)
  const retryInfo = bytesField(1, duration)
  const detail = Buffer.concat([textField(1, 'type.googleapis.com/google.rpc.RetryInfo'), bytesField(2, retryInfo)])
  return Buffer.concat([numberField(1, code), textField(2, message), bytesField(3, detail)])
}

/** Encodes a message as gRPC requires: printable ASCII stays, everything else is percent-encoded UTF-8. */
function percentEncoded(message: string): string {
  return message.toWellFormed().replace(/[^\x20-\x24\x26-\x7e]/gu, encodeURIComponent)
}
