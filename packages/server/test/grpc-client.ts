import { type ClientHttp2Session, type ClientHttp2Stream, connect, type IncomingHttpHeaders } from 'node:http2'
import { onTestFinished } from 'vitest'

export const exportPaths = {
  logs: '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
  metrics: '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export',
  traces: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
  health: '/grpc.health.v1.Health/Check',
}

interface RpcAnswer {
  /** The headers, and the trailers if there are any. */
  readonly head: IncomingHttpHeaders
  readonly code: number
  readonly message: Buffer
}

interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly path?: string
}

/** Calls that no library would make: in parts, too large, without end. */
export function connection(port: number | undefined) {
  // The client holds what it may not send yet, which is more than it would want to by itself.
  const session = connect(`http://127.0.0.1:${port}`, { maxSessionMemory: 2000 })
  onTestFinished(() => session.destroy())
  session.on('error', () => {})
  return { session, call: (options: CallOptions = {}) => call(session, options) }
}

function call(session: ClientHttp2Session, { headers = {}, path = exportPaths.logs }: CallOptions) {
  const stream: ClientHttp2Stream = session.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
    ...headers,
  })
  const answer = new Promise<RpcAnswer>((resolve, reject) => {
    let head: IncomingHttpHeaders = {}
    const chunks: Buffer[] = []
    stream.on('response', (received) => {
      head = { ...head, ...received }
    })
    stream.on('trailers', (received) => {
      head = { ...head, ...received }
    })
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('error', reject)
    stream.on('close', () =>
      resolve({ head, code: Number(head['grpc-status']), message: Buffer.concat(chunks).subarray(5) }),
    )
  })
  return { stream, answer }
}

/** A message as it goes over the wire. `length` may lie. */
export function framed(message: Uint8Array, { compressed = false, length = message.length } = {}): Buffer {
  const prefix = Buffer.alloc(5)
  prefix.writeUInt8(compressed ? 1 : 0)
  prefix.writeUInt32BE(length, 1)
  return Buffer.concat([prefix, message])
}
