import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js'
import { encodeProtobuf } from '../../packages/server/test/fixtures/agents/encode-protobuf.ts'
import { dayOf } from './days.ts'
import { checkMessages, promptOf } from './logs.ts'
import type { World, Writer } from './writer.ts'

const path = '/opentelemetry.proto.collector.logs.v1.LogsService/Export'
/** What an exporter tries again after. */
const mayComeAgain = [status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.RESOURCE_EXHAUSTED, status.CANCELLED]

/** Sends OpenTelemetry logs over gRPC, each until it is acknowledged. */
export function grpcWriter(world: World): Writer {
  let sent = 0

  function send(client: Client, body: Buffer): Promise<boolean> {
    const metadata = new Metadata()
    metadata.set('authorization', `Bearer ${world.service.ownerKey}`)
    const asIs = (bytes: Buffer) => bytes
    const deadline = Date.now() + 20_000
    return new Promise((resolve) => {
      client.makeUnaryRequest(path, asIs, asIs, body, metadata, { deadline }, (error: ServiceError | null) => {
        if (error && !mayComeAgain.includes(error.code)) {
          world.problem(`gRPC was answered with ${error.code}: ${error.details}`)
        }
        resolve(error === null)
      })
    })
  }

  return {
    name: 'gRPC',
    async work() {
      const options = { 'grpc.initial_reconnect_backoff_ms': 100, 'grpc.max_reconnect_backoff_ms': 500 }
      const client = new Client(`127.0.0.1:${world.service.grpcPort}`, credentials.createInsecure(), options)
      while (!world.isOver()) {
        const body = encodeProtobuf('logs', promptOf(dayOf.grpc, `grpc ${sent}`))
        while (!(await send(client, body))) await new Promise((resolve) => setTimeout(resolve, 50))
        sent++
        world.count('gRPC records acknowledged')
      }
      client.close()
    },
    check: () => checkMessages(world, dayOf.grpc, sent, 'gRPC records'),
  }
}
