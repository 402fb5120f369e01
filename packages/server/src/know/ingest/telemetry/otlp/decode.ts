import { decodeJsonLogs, decodeJsonMetrics, decodeJsonTraces } from './decode-json.ts'
import type { Choice, Interest } from './interest.ts'
import { decodeProtobufLogs } from './protobuf-logs.ts'
import { decodeProtobufMetrics } from './protobuf-metrics.ts'
import { decodeProtobufTraces } from './protobuf-traces.ts'
import type { Decoded, LogRecord, MetricPoint, Span } from './telemetry.ts'

export type Encoding = 'json' | 'protobuf'

/** Decodes the body of a request to `/v1/logs`. Throws an `OtlpError` for an invalid body. */
export function decodeLogs<R extends Interest>(
  body: Uint8Array,
  encoding: Encoding,
  choice: Choice<R>,
): Decoded<R, LogRecord> {
  return encoding === 'json' ? decodeJsonLogs(body, choice) : decodeProtobufLogs(body, choice)
}

/** As `decodeLogs`, for `/v1/metrics`. */
export function decodeMetrics<R extends Interest>(
  body: Uint8Array,
  encoding: Encoding,
  choice: Choice<R>,
): Decoded<R, MetricPoint> {
  return encoding === 'json' ? decodeJsonMetrics(body, choice) : decodeProtobufMetrics(body, choice)
}

/** As `decodeLogs`, for `/v1/traces`. */
export function decodeTraces<R extends Interest>(
  body: Uint8Array,
  encoding: Encoding,
  choice: Choice<R>,
): Decoded<R, Span> {
  return encoding === 'json' ? decodeJsonTraces(body, choice) : decodeProtobufTraces(body, choice)
}
