import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { errors, type Problem } from '@muster/contract/errors'
import type { Log } from '../ground/platform/log.ts'
import { readTlsFiles, type TlsPaths, watchTlsFiles } from '../ground/platform/tls-files.ts'

interface ListenOptions {
  readonly host: string
  readonly port: number
  /** Serves https with this certificate instead of http. */
  readonly tls: TlsPaths | undefined
  readonly log: Log
}

/** The port of the service. It is bound before the rest of the start. */
export interface Listener {
  readonly server: Server
  readonly scheme: 'http' | 'https'
  readonly port: number
  /** Passes requests to `handle` from now on. Before that, each is told that the service is starting. */
  serve(handle: RequestListener): void
  /** Lets running requests finish for this long, then closes their connections. */
  close(patienceMs: number): Promise<void>
}

/** How long a connection to a TLS port may stay silent before its first byte. */
const firstByteMs = 10_000

/**
 * Binds the port. This is the first step of a start: a port in use must be reported before a database is created and a
 * key is shown, and a client that connects too early gets an answer that tells it to retry.
 */
export async function listen({ host, port, tls, log }: ListenOptions): Promise<Listener> {
  const server = tls ? createHttpsServer(readTlsFiles(tls)) : createHttpServer()
  // Prevents a client that sends a byte a minute from keeping a connection for ever.
  server.requestTimeout = 60_000
  server.keepAliveTimeout = 75_000
  server.on('request', answerStarting)
  if (tls) refusePlainText(server as HttpsServer)
  else tellOfTls(server, log)
  server.listen({ host, port })
  await once(server, 'listening')
  const watcher = tls && watchTlsFiles(tls, log, (files) => (server as HttpsServer).setSecureContext(files))

  return {
    server,
    scheme: tls ? 'https' : 'http',
    port: (server.address() as AddressInfo).port,
    serve(handle) {
      server.off('request', answerStarting)
      server.on('request', handle)
    },
    async close(patienceMs) {
      watcher?.close()
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      const timer = setTimeout(() => {
        log.warn('requests that were still under way were cut off')
        server.closeAllConnections()
      }, patienceMs)
      await closed
      clearTimeout(timer)
    },
  }
}

const answerStarting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '1', connection: 'close' })
  response.end(problem('unavailable', 'The service is starting. Please try again in a moment.'))
}

function problem(code: 'unavailable' | 'invalid_request', detail: string): string {
  const { title, status } = errors[code]
  return JSON.stringify({ title, detail, status, requestId: randomUUID(), code } satisfies Problem)
}

const tlsHandshake = 0x16

/** Sends a sentence to a client that speaks http to the https port, instead of only closing the connection. */
function refusePlainText(server: HttpsServer): void {
  const [secure] = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const giveUp = () => socket.destroy()
    socket.on('error', giveUp)
    socket.setTimeout(firstByteMs, giveUp)
    socket.once('data', (bytes) => {
      socket.pause()
      socket.setTimeout(0)
      socket.off('timeout', giveUp)
      socket.off('error', giveUp)
      if (bytes[0] !== tlsHandshake) return answerPlainText(socket)
      socket.unshift(bytes)
      secure?.call(server, socket)
    })
  })
}

function answerPlainText(socket: Socket): void {
  const body = problem('invalid_request', 'This port speaks https: begin the address with https://')
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.on('error', () => socket.destroy())
  socket.resume().end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** A client that speaks https to the http port does not show our answer, so the log tells the operator. */
function tellOfTls(server: Server, log: Log): void {
  server.on('clientError', (error: Error & { rawPacket?: Buffer }, socket) => {
    if (error.rawPacket?.[0] !== tlsHandshake) return
    const address = (socket as Socket).remoteAddress
    log.warn({ address }, 'a client spoke https to this port, which speaks http: use http://, or set MUSTER_TLS_CERT')
  })
}
