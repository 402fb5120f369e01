import { AppError } from '../../ground/platform/app-error.ts'
import type { RequestLimits } from '../../ground/platform/request-limits.ts'
import { WireReader } from '../../know/ingest/telemetry/otlp/wire-reader.ts'
import { numberField } from '../../know/ingest/telemetry/otlp/wire-writer.ts'
import type { RpcMethod } from './method.ts'

interface HealthOptions {
  readonly services: readonly string[]
  readonly limits: RequestLimits
  /** Rejects when requests cannot be served. */
  readonly ping: () => Promise<void>
}

const serving = 1
const notServing = 2
const serviceField = (1 << 3) | 2

/**
 * `grpc.health.v1.Health/Check` for load balancers, open to anyone like `/readyz`. There is no `Watch`; clients treat
 * its absence as healthy, as the protocol requires.
 */
export function healthMethod({ services, limits, ping }: HealthOptions): [path: string, method: RpcMethod] {
  const method: RpcMethod = {
    maxBytes: 1024,
    admit({ address }) {
      limits.countAddress(address)
      return {
        async handle({ bytes }) {
          const service = serviceIn(bytes)
          if (service !== '' && !services.includes(service)) {
            throw new AppError('path_not_found', 'There is no such service here.')
          }
          const isServing = await ping().then(
            () => true,
            () => false,
          )
          return numberField(1, isServing ? serving : notServing)
        },
      }
    },
  }
  return ['/grpc.health.v1.Health/Check', method]
}

/** An empty name means the whole server. */
function serviceIn(message: Uint8Array): string {
  const reader = new WireReader(message)
  let service = ''
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === serviceField) service = reader.text()
    else reader.skip(tag)
  }
  return service
}
