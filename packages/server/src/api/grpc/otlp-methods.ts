import { endpoints } from '@muster/contract/endpoints'
import type { Authenticate } from '../../govern/keys/authenticate.ts'
import { bearerIn } from '../../govern/keys/caller.ts'
import { assertMayCall } from '../../govern/keys/is-admitted.ts'
import { admittedForMs } from '../../govern/keys/stays.ts'
import type { RequestLimits } from '../../ground/platform/request-limits.ts'
import type { Ingest } from '../../know/ingest/service.ts'
import { encodeSuccess, type Signal } from '../../know/ingest/telemetry/otlp/responses.ts'
import { receiveTelemetry } from '../know/telemetry/receive.ts'
import type { RpcMethod } from './method.ts'

export interface OtlpOptions {
  readonly authenticate: Authenticate
  readonly limits: RequestLimits
  readonly ingest: Ingest
  readonly maxBytes: number
}

export const otlpServices: Readonly<Record<Signal, string>> = {
  logs: 'opentelemetry.proto.collector.logs.v1.LogsService',
  metrics: 'opentelemetry.proto.collector.metrics.v1.MetricsService',
  traces: 'opentelemetry.proto.collector.trace.v1.TraceService',
}

/** The same methods as `/v1/logs`, `/v1/metrics` and `/v1/traces`, by gRPC path. */
export function otlpMethods(options: OtlpOptions): [path: string, method: RpcMethod][] {
  const signals = Object.keys(otlpServices) as Signal[]
  return signals.map((signal) => [`/${otlpServices[signal]}/Export`, exportMethod(signal, options)])
}

function exportMethod(signal: Signal, { authenticate, limits, ingest, maxBytes }: OtlpOptions): RpcMethod {
  return {
    maxBytes,
    async admit({ headers, address, requestId }) {
      const organization = headers['muster-organization']?.toString()
      const caller = { bearer: bearerIn(headers.authorization), address, requestId, organization }
      const principal = await authenticate(caller, 'any').catch((error: unknown) => {
        limits.countAddress(address)
        throw error
      })
      const judgedMs = performance.now()
      limits.countUser(principal)
      assertMayCall(principal, endpoints.telemetry[signal])
      return {
        place: limits.enter(principal),
        async handle(message, leaving) {
          // The caller is checked again if the message took long to arrive.
          if (performance.now() - judgedMs >= admittedForMs) await authenticate.judgeAgain(principal)
          const outcome = await receiveTelemetry(ingest, principal, signal, message, 'protobuf', leaving)
          return encodeSuccess(signal, 'protobuf', outcome.rejected, outcome.message)
        },
      }
    },
  }
}
