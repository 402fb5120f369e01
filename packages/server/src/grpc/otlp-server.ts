import { once } from 'node:events'
import {
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import { ByteBudget } from '../platform/byte-budget.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { readTlsFiles, type TlsPaths, watchTlsFiles } from '../platform/tls-files.ts'
import { answerCall } from './answer-call.ts'
import { callerAddress } from './caller-address.ts'
import { healthMethod } from './health-method.ts'
import { type OtlpOptions, otlpMethods, otlpServices } from './otlp-methods.ts'

export interface GrpcOptions extends OtlpOptions {
  readonly ids: Ids
  readonly log: Log
  readonly host: string
  readonly port: number
  /** How many proxies add to `X-Forwarded-For`, as for HTTP. */
  readonly trustedProxies: number
  /** Rejects when requests cannot be served. */
  readonly ping: () => Promise<void>
  /** Serve with this certificate, instead of in plain text. */
  readonly tls: TlsPaths | undefined
}

export interface GrpcServer {
  readonly port: number
  /** Calls under way are finished; connections that are merely open are not waited for. */
  close(): Promise<void>
}

/** What strangers may cost: with all of it used up, some 500 connections hold 128 MiB that nobody has read. */
const bounds = {
  connections: 500,
  streamsOfConnection: 64,
  /** What one connection may have sent without being read. */
  windowBytes: 256 * 1024,
  /** What HTTP/2 itself may keep for one connection: headers, frames that wait. */
  sessionMegabytes: 4,
  deadlineMs: 60_000,
  idleMs: 5 * 60_000,
  /** Old connections are told to come again, so that load balancers can spread them anew. */
  ageMs: 30 * 60_000,
  graceMs: 5_000,
  handshakeMs: 10_000,
} as const

/** Messages under way, in multiples of the largest. */
const messagesOfConnection = 2
const messagesOfAll = 8

/**
 * OpenTelemetry over gRPC. The protocol stands directly on Node's HTTP/2, because the usual library reads the message
 * before anybody can ask who sends it, and knows no zstd.
 */
export async function startOtlpServer(options: GrpcOptions): Promise<GrpcServer> {
  const { ids, log, maxBytes, trustedProxies, limits, ping, tls } = options
  const methods = new Map([
    ...otlpMethods(options),
    healthMethod({ services: Object.values(otlpServices), limits, ping }),
  ])
  const received = new ByteBudget(messagesOfAll * maxBytes)
  const inflated = new ByteBudget(messagesOfAll * maxBytes)
  const ofConnection = new WeakMap<object, ByteBudget>()
  const sessions = new Set<ServerHttp2Session>()
  const server = createHttp2Server(options)
  server.maxConnections = bounds.connections

  server.on('session', (session) => {
    ofConnection.set(session, new ByteBudget(messagesOfConnection * maxBytes))
    sessions.add(session)
    const forget = boundSession(session)
    session.once('close', () => {
      forget()
      sessions.delete(session)
    })
  })
  server.on('sessionError', (error) => log.debug({ err: error }, 'a connection of gRPC broke'))
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    const connection = stream.session && ofConnection.get(stream.session)
    if (!connection) return stream.destroy()
    const address = callerAddress(stream.session?.socket?.remoteAddress, headers['x-forwarded-for'], trustedProxies)
    void answerCall(stream, {
      method: methods.get(headers[':path'] ?? ''),
      caller: {
        headers,
        address,
        requestId: ids.uuid(),
        onEnd: (done) => void (stream.closed ? done() : stream.once('close', done)),
      },
      budgets: { connection, received, inflated },
      deadlineMs: bounds.deadlineMs,
      log,
    })
  })
  await listen(server, options)
  const watcher =
    tls && watchTlsFiles(tls, log, (files) => (server as unknown as Http2SecureServer).setSecureContext(files))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      watcher?.close()
      return closeServer(server, sessions)
    },
  }
}

function createHttp2Server({ tls }: GrpcOptions): Http2Server {
  const settings = { maxConcurrentStreams: bounds.streamsOfConnection, maxHeaderListSize: 16 * 1024, enablePush: false }
  const common = { settings, maxSessionMemory: bounds.sessionMegabytes }
  if (!tls) return createServer(common)
  const secure = { ...common, ...readTlsFiles(tls), handshakeTimeout: bounds.handshakeMs }
  return createSecureServer(secure) as unknown as Http2Server
}

/** Returns how to be rid of its timers. */
function boundSession(session: ServerHttp2Session): () => void {
  session.once('connect', () => session.setLocalWindowSize(bounds.windowBytes))
  session.setTimeout(bounds.idleMs, () => session.close())
  session.on('error', () => {})
  // Connections that were opened together do not all end together.
  const age = bounds.ageMs * (0.9 + 0.2 * Math.random())
  const timers = [
    setTimeout(() => session.close(), age).unref(),
    setTimeout(() => session.destroy(), age + bounds.deadlineMs + bounds.graceMs).unref(),
  ]
  return () => timers.forEach(clearTimeout)
}

async function listen(server: Http2Server, { host, port, log }: GrpcOptions): Promise<void> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
    throw new Error(`gRPC cannot listen on ${address}. Choose another MUSTER_OTLP_GRPC_PORT.`, { cause })
  }
  server.on('error', (error) => log.warn({ err: error }, 'gRPC could not take a connection'))
}

function closeServer(server: Http2Server, sessions: ReadonlySet<ServerHttp2Session>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      for (const session of sessions) session.destroy()
    }, bounds.graceMs)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    for (const session of sessions) session.close()
  })
}
