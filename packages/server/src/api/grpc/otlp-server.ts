import type { Http2SecureServer, Http2Server, ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import { callerAddress } from '../../ground/platform/caller-address.ts'
import type { Ids } from '../../ground/platform/ids.ts'
import type { Log } from '../../ground/platform/log.ts'
import { watchTlsFiles } from '../../ground/platform/tls-files.ts'
import { answerCall } from './answer-call.ts'
import { bounds } from './bounds.ts'
import { healthMethod } from './health-method.ts'
import { type OtlpOptions, otlpMethods, otlpServices } from './otlp-methods.ts'
import type { GrpcPort } from './take-port.ts'

export interface GrpcOptions extends OtlpOptions {
  readonly ids: Ids
  readonly log: Log
  readonly port: GrpcPort
  /** How many proxies append to `X-Forwarded-For`, as for HTTP. */
  readonly trustedProxies: number
  /** Rejects when requests cannot be served. */
  readonly ping: () => Promise<void>
}

export interface GrpcServer {
  readonly port: number
  /** Finishes running calls, without waiting for idle connections. */
  close(): Promise<void>
}

/**
 * Receives OpenTelemetry over gRPC. It uses Node's HTTP/2 directly, because the usual library reads the message before
 * the caller can be checked, and does not support zstd.
 */
export function startOtlpServer(options: GrpcOptions): GrpcServer {
  const { ids, log, trustedProxies, limits, ping } = options
  const { server, port, tls, serve } = options.port
  const methods = new Map([
    ...otlpMethods(options),
    healthMethod({ services: Object.values(otlpServices), limits, ping }),
  ])
  const sessions = new Set<ServerHttp2Session>()

  server.on('session', (session) => {
    sessions.add(session)
    const forget = boundSession(session)
    session.once('close', () => {
      forget()
      sessions.delete(session)
    })
  })
  server.on('sessionError', (error) => log.debug({ err: error }, 'a connection of gRPC broke'))
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    const address = callerAddress(stream.session?.socket?.remoteAddress, headers['x-forwarded-for'], trustedProxies)
    void answerCall(stream, {
      method: methods.get(headers[':path'] ?? ''),
      caller: {
        headers,
        address,
        requestId: ids.uuid(),
      },
      deadlineMs: bounds.deadlineMs,
      log,
    })
  })
  server.on('error', (error) => log.warn({ err: error }, 'gRPC could not take a connection'))
  serve()
  const watcher =
    tls && watchTlsFiles(tls, log, (files) => (server as unknown as Http2SecureServer).setSecureContext(files))
  return {
    port,
    close: () => {
      watcher?.close()
      return closeServer(server, sessions)
    },
  }
}

/** Returns a function that clears its timers. */
function boundSession(session: ServerHttp2Session): () => void {
  session.once('connect', () => session.setLocalWindowSize(bounds.windowBytes))
  session.setTimeout(bounds.idleMs, () => session.close())
  session.on('error', () => {})
  // The age varies, so that connections opened together do not all end together.
  const age = bounds.ageMs * (0.9 + 0.2 * Math.random())
  const timers = [
    setTimeout(() => session.close(), age).unref(),
    setTimeout(() => session.destroy(), age + bounds.deadlineMs + bounds.graceMs).unref(),
  ]
  return () => timers.forEach(clearTimeout)
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
