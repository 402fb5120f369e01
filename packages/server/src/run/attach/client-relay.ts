import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Endpoint } from '@muster/contract/endpoint'
import { endpoints } from '@muster/contract/endpoints'
import { FrameFromClient, maxClientFrameBytes } from '@muster/contract/relay/client-frames'
import { type CloseReason, closeCodes } from '@muster/contract/relay/close-codes'
import { relayProtocol } from '@muster/contract/relay/protocol'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Authenticate } from '../../govern/keys/authenticate.ts'
import { bearerIn } from '../../govern/keys/caller.ts'
import { assertMayCall } from '../../govern/keys/is-admitted.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import { callerAddress } from '../../ground/platform/caller-address.ts'
import type { Log } from '../../ground/platform/log.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { RequestLimits } from '../../ground/platform/request-limits.ts'
import type { Computers } from '../computers/service.ts'
import { createFrameParser } from '../relay/frame-parser.ts'
import { createHeartbeat } from '../relay/heartbeat.ts'
import { refuseUpgrade } from '../relay/refuse-upgrade.ts'
import { turnAway } from '../relay/turn-away.ts'
import { ClientConnection, type ClientParts } from './client-connection.ts'

export interface ClientRelayOptions extends ClientParts {
  readonly authenticate: Authenticate
  readonly computers: Computers
  readonly limits: RequestLimits
  readonly trustedProxies: number
  readonly log: Log
}

const clientPath = /^\/api\/v0\/relay\/computers\/([0-9a-f-]{36})\/client$/i

/** Attaching shows the computer and its sessions, so it needs the rights to read both. */
const needed: readonly Endpoint[] = [endpoints.computers.get, endpoints.sessions.list]

const helloMs = 10_000

/** How often the server checks whether the computer is connected: hints can be lost. */
const lookEveryMs = 3_000

/** The most frames of one client that are handled at once. */
const maxFramesAtOnce = 64

const parseFrame = createFrameParser(FrameFromClient)

/** The end of the relay to which clients attach. */
export function createClientRelay(options: ClientRelayOptions) {
  const { authenticate, computers, limits, log } = options
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxClientFrameBytes, perMessageDeflate: false })
  const heartbeat = createHeartbeat()
  let closing = false

  async function admit(request: IncomingMessage, computerId: string): Promise<Principal> {
    const bearer = bearerIn(request.headers.authorization)
    const address = callerAddress(
      request.socket.remoteAddress,
      request.headers['x-forwarded-for'],
      options.trustedProxies,
    )
    const caller = { bearer, address, requestId: randomUUID(), organization: undefined }
    const principal = await authenticate(caller, 'any').catch((error: unknown) => {
      limits.countAddress(address)
      throw error
    })
    limits.countUser(principal)
    for (const endpoint of needed) assertMayCall(principal, endpoint)
    await computers.get(principal, computerId)
    return principal
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, computerId: string): Promise<void> {
    if (closing) return refuseUpgrade(socket, 'unavailable')
    const principal = await admit(request, computerId)
    const { leave } = limits.enter(principal)
    socket.once('close', leave)
    sockets.handleUpgrade(request, socket, head, (webSocket) => greet(webSocket, principal, computerId))
  }

  /** Waits a limited time for the first frame, which must be a hello. Frames are handled one after the other. */
  function greet(socket: WebSocket, principal: Principal, computerId: string): void {
    const client = new ClientConnection(socket, principal, computerId, options)
    const silence = setTimeout(() => close(socket, 'silent'), helloMs)
    const looks = setInterval(() => void client.look(), lookEveryMs)
    const leave = authenticate.stay(principal, (refusal) => turnAway(socket, refusal))
    // After an error the connection closes by itself, with a reason if possible.
    socket.on('error', () => {})
    socket.once('close', () => {
      clearTimeout(silence)
      clearInterval(looks)
      leave()
      client.close()
    })
    heartbeat.add(socket)
    let hasBegun = false
    let working = 0
    let last = Promise.resolve()
    socket.on('message', (data) => {
      clearTimeout(silence)
      if (++working === maxFramesAtOnce) socket.pause()
      last = last
        .then(() => receive(String(data)))
        .catch((error: unknown) => {
          log.debug({ err: error }, 'a frame of a client could not be worked on')
          close(socket, error instanceof AppError ? 'going_away' : 'protocol_error')
        })
        .finally(() => {
          if (working-- === maxFramesAtOnce) socket.resume()
        })
    })

    async function receive(text: string): Promise<void> {
      if (socket.readyState !== socket.OPEN) return
      const frame = parseFrame(text)
      if (hasBegun) {
        if (frame) await client.receive(frame)
        return
      }
      if (frame?.type !== 'hello') return close(socket, 'protocol_error')
      if (frame.protocol !== relayProtocol) return close(socket, 'update_needed')
      hasBegun = true
      await client.begin()
    }
  }

  return {
    /** Handles the request if its path belongs to this end of the relay. */
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
      const computerId = clientPath.exec(request.url?.split('?')[0] ?? '')?.[1]
      if (computerId === undefined) return false
      socket.on('error', () => socket.destroy())
      upgrade(request, socket, head, computerId).catch((error: unknown) => {
        if (error instanceof AppError) refuseUpgrade(socket, error)
        else {
          log.warn({ err: error }, 'a client could not be let in')
          refuseUpgrade(socket, 'internal_error')
        }
      })
      return true
    },
    async close(): Promise<void> {
      closing = true
      heartbeat.stop()
      for (const socket of sockets.clients) close(socket, 'going_away')
      const gone = new Promise<void>((resolve) => sockets.close(() => resolve()))
      const cut = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate()
      }, 1_000)
      await gone
      clearTimeout(cut)
    },
  }
}

function close(socket: WebSocket, reason: CloseReason): void {
  const { code, help } = closeCodes[reason]
  socket.close(code, help)
}
