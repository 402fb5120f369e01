import { once } from 'node:events'
import { createSecureServer, createServer, type Http2Server, type ServerHttp2Session } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { StartRefused } from '../../ground/platform/start-refused.ts'
import { readTlsFiles, type TlsPaths } from '../../ground/platform/tls-files.ts'
import { bounds } from './bounds.ts'

interface PortOptions {
  readonly host: string
  readonly port: number
  /** Serves with this certificate instead of plain text. */
  readonly tls: TlsPaths | undefined
}

/** The gRPC port. It is bound before anything is created. */
export interface GrpcPort {
  readonly server: Http2Server
  readonly port: number
  readonly tls: TlsPaths | undefined
  /** Answers calls from now on. Before that, connections are told to retry. */
  serve(): void
}

export async function takeGrpcPort({ host, port, tls }: PortOptions): Promise<GrpcPort> {
  const server = createHttp2Server(tls)
  server.maxConnections = bounds.connections
  server.on('session', sendAway)
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
    const { code } = cause as NodeJS.ErrnoException
    const why = code === 'EADDRINUSE' ? 'another program uses it' : code
    throw new StartRefused(`gRPC cannot listen on ${address}: ${why}. Choose another MUSTER_OTLP_GRPC_PORT.`)
  }
  return {
    server,
    port: (server.address() as AddressInfo).port,
    tls,
    serve: () => void server.off('session', sendAway),
  }
}

function sendAway(session: ServerHttp2Session): void {
  session.on('error', () => {})
  session.close()
}

function createHttp2Server(tls: TlsPaths | undefined): Http2Server {
  const settings = { maxConcurrentStreams: bounds.streamsOfConnection, maxHeaderListSize: 16 * 1024, enablePush: false }
  const common = { settings, maxSessionMemory: bounds.sessionMegabytes }
  if (!tls) return createServer(common)
  const secure = { ...common, ...readTlsFiles(tls), handshakeTimeout: bounds.handshakeMs }
  return createSecureServer(secure) as unknown as Http2Server
}
