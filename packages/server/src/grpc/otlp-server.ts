import {
  Metadata,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServiceDefinition,
  type StatusObject,
  type sendUnaryData,
} from '@grpc/grpc-js'
import { endpoints } from '@muster/contract/endpoints'
import { receiveTelemetry } from '../api/telemetry/receive.ts'
import { encodeSuccess, rpcCodeOf, type Signal } from '../ingest/otlp/responses.ts'
import type { Ingest } from '../ingest/service.ts'
import type { Authenticate } from '../keys/authenticate.ts'
import { assertMayCall, bearerIn } from '../keys/may-call.ts'
import { AppError } from '../platform/app-error.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { RequestLimits } from '../platform/request-limits.ts'

interface GrpcOptions {
  readonly authenticate: Authenticate
  readonly limits: RequestLimits
  readonly ingest: Ingest
  readonly ids: Ids
  readonly log: Log
  readonly host: string
  readonly port: number
  readonly maxBytes: number
}

const services: Readonly<Record<Signal, string>> = {
  logs: 'opentelemetry.proto.collector.logs.v1.LogsService',
  metrics: 'opentelemetry.proto.collector.metrics.v1.MetricsService',
  traces: 'opentelemetry.proto.collector.trace.v1.TraceService',
}

/** The same as `/v1/logs`, `/v1/metrics` and `/v1/traces`. Messages stay bytes: the ingest decodes them itself. */
export async function startOtlpServer(options: GrpcOptions): Promise<{ port: number; close(): Promise<void> }> {
  const { host, port, maxBytes } = options
  const server = new Server({ 'grpc.max_receive_message_length': maxBytes })
  for (const signal of Object.keys(services) as Signal[]) {
    server.addService(definitionOf(signal), {
      Export: (call: ServerUnaryCall<Buffer, Buffer>, done: sendUnaryData<Buffer>) => {
        receive(signal, call, options).then(
          (answer) => done(null, answer),
          (error: unknown) => done(statusOf(error, options.log)),
        )
      },
    })
  }
  const bound = await new Promise<number>((resolve, reject) => {
    const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, at) => {
      const advice = `gRPC cannot listen on ${address}. Choose another MUSTER_OTLP_GRPC_PORT.`
      if (error) reject(new Error(advice, { cause: error }))
      else resolve(at)
    })
  })
  return {
    port: bound,
    /** Calls under way are finished; connections that are merely open are not waited for. */
    close: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.forceShutdown(), 5_000)
        server.tryShutdown(() => {
          clearTimeout(timer)
          resolve()
        })
      }),
  }
}

async function receive(signal: Signal, call: ServerUnaryCall<Buffer, Buffer>, options: GrpcOptions): Promise<Buffer> {
  const endpoint = endpoints.telemetry[signal]
  const address = addressOf(call.getPeer())
  const [authorization] = call.metadata.get('authorization')
  const [organization] = call.metadata.get('muster-organization')
  const caller = {
    bearer: bearerIn(authorization?.toString()),
    address,
    requestId: options.ids.uuid(),
    organization: organization?.toString(),
  }
  const principal = await options.authenticate(caller, 'any').catch((error: unknown) => {
    options.limits.countAddress(address)
    throw error
  })
  options.limits.countUser(principal)
  const leave = options.limits.enter(principal)
  try {
    assertMayCall(principal, endpoint)
    const { rejected, message } = await receiveTelemetry(options.ingest, principal, signal, call.request, 'protobuf')
    return encodeSuccess(signal, 'protobuf', rejected, message)
  } finally {
    leave()
  }
}

function definitionOf(signal: Signal): ServiceDefinition {
  const asIs = (bytes: Buffer) => bytes
  return {
    Export: {
      path: `/${services[signal]}/Export`,
      requestStream: false,
      responseStream: false,
      requestSerialize: asIs,
      requestDeserialize: asIs,
      responseSerialize: asIs,
      responseDeserialize: asIs,
    },
  }
}

/** What can be tried again says so: exporters look at the code, and at the time to wait. */
function statusOf(error: unknown, log: Log): Partial<StatusObject> {
  if (!(error instanceof AppError)) {
    log.error({ err: error }, 'a call over gRPC failed')
    return { code: rpcCodeOf(500), details: 'Something went wrong inside the service.' }
  }
  const metadata = new Metadata()
  if (error.retryAfterSeconds !== undefined) metadata.set('retry-after', String(error.retryAfterSeconds))
  return { code: rpcCodeOf(error.status), details: error.message, metadata }
}

/** As in `ipv4:127.0.0.1:52000`, or `[::1]:52000`. */
function addressOf(peer: string): string {
  return peer
    .replace(/^ipv[46]:/, '')
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
}
