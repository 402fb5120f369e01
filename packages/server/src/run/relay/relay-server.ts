import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type CloseReason, closeCodes } from '@muster/contract/relay/close-codes'
import { FrameFromComputer, type Hello } from '@muster/contract/relay/from-computer'
import { maxFrameBytes, relayProtocol } from '@muster/contract/relay/protocol'
import { type WebSocket, WebSocketServer } from 'ws'
import { bearerIn } from '../../govern/keys/caller.ts'
import type { Stays } from '../../govern/keys/stays.ts'
import { unauthorized } from '../../govern/keys/unauthorized.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import { callerAddress } from '../../ground/platform/caller-address.ts'
import type { ComputerKey } from '../../ground/platform/computer-key.ts'
import type { Hints } from '../../ground/platform/hints.ts'
import type { RequestLimits } from '../../ground/platform/request-limits.ts'
import { type Connection, leaseSeconds } from '../computers/connections.ts'
import type { Offers } from '../messages/offers.ts'
import { ProtocolError } from '../turns/protocol-error.ts'
import { ComputerConnection, type ConnectionParts } from './computer-connection.ts'
import { createFrameParser } from './frame-parser.ts'
import { createHeartbeat } from './heartbeat.ts'
import { createSendRates, Intake } from './intake.ts'
import { policyFrom } from './policy-from.ts'
import { refuseUpgrade } from './refuse-upgrade.ts'
import { turnAway } from './turn-away.ts'

interface RelayOptions extends ConnectionParts {
  readonly hints: Hints
  readonly offers: Offers
  readonly stays: Stays
  readonly limits: RequestLimits
  readonly trustedProxies: number
}

interface Relay {
  /** For the `upgrade` event of the HTTP server. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** The connection of a computer, if it is connected to this node. */
  connectionOf(computerId: string): ComputerConnection | undefined
  /** Disconnects every computer, so that it connects to another node or to the next start. */
  close(): Promise<void>
}

const agentPath = /^\/api\/v0\/relay\/computers\/([0-9a-f-]{36})\/agent$/

/** How long a computer may take to send its hello. */
const helloMs = 10_000

const lookEveryMs = 10_000

const parseFrame = createFrameParser(FrameFromComputer)

/** The end of the relay to which computers connect. */
export function createRelay(options: RelayOptions): Relay {
  const { connections, turns, hints, offers, live, limits, stays, log } = options
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false })
  const heartbeat = createHeartbeat()
  const rates = createSendRates()
  const byComputer = new Map<string, ComputerConnection>()
  const leaving = new Set<Promise<void>>()
  let closing = false

  const endHints = hints.subscribe((hint) => {
    if (hint.kind === 'controls') void tellPolicy(hint.organizationId)
    if (hint.kind === 'missed') void lookAtAll()
    if (hint.kind !== 'computer') return
    const computer = byComputer.get(hint.computerId)
    // If this hint is lost, the computer learns it at its next hello.
    if (hint.goneSessionId) void computer?.forgetGone([hint.goneSessionId]).catch(() => {})
    else void lookAt(computer)
  })
  offers.onOffer((offer) => byComputer.get(offer.computerId)?.offer(offer, policyFrom(offer.controls)))
  live.onChange(({ organizationId, sessionId }, on) => {
    for (const computer of byComputer.values()) {
      if (computer.connection.organizationId === organizationId) computer.watch(sessionId, on)
    }
  })
  // Hints can be lost.
  const timer = setInterval(() => void lookAtAll(), lookEveryMs).unref()

  /** One query for all computers of this node, because most have no work. */
  async function lookAtAll(): Promise<void> {
    const all = [...byComputer.values()]
    if (all.length === 0) return
    try {
      const connected = all.map(({ connection }) => connection)
      const running = all.flatMap(({ connection, running }) =>
        [...running].map(([sessionId, turnId]) => ({ ...connection, sessionId, turnId })),
      )
      for (const id of await turns.computersToLookAt(connected, running)) void lookAt(byComputer.get(id))
    } catch (error) {
      log.debug({ err: error }, 'the work of computers cannot be read just now')
    }
  }

  /** If this hint is lost, the next message carries the rules anyway. */
  async function tellPolicy(organizationId: string): Promise<void> {
    const own = [...byComputer.values()].filter(({ connection }) => connection.organizationId === organizationId)
    if (own.length === 0) return
    try {
      const policy = await options.policyOf(organizationId)
      for (const computer of own) computer.send({ type: 'policy', policy })
    } catch (error) {
      log.debug({ err: error }, 'the rules for computers cannot be read just now')
    }
  }

  async function lookAt(computer: ComputerConnection | undefined): Promise<void> {
    try {
      await computer?.look()
    } catch (error) {
      log.debug({ err: error }, 'the work of a computer cannot be read just now')
      setTimeout(() => void lookAt(byComputer.get(computer?.connection.computerId ?? '')), 1_000).unref()
    }
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy())
    const computerId = agentPath.exec(request.url?.split('?')[0] ?? '')?.[1]
    if (computerId === undefined) return refuseUpgrade(socket, 'path_not_found')
    if (closing) return refuseUpgrade(socket, 'unavailable')
    const address = callerAddress(
      request.socket.remoteAddress,
      request.headers['x-forwarded-for'],
      options.trustedProxies,
    )
    const key = await admit(bearerIn(request.headers.authorization), computerId, address).catch((error: unknown) => {
      if (error instanceof AppError && error.status < 500) limits.countAddress(address)
      throw error
    })
    limits.countConnection(computerId)
    sockets.handleUpgrade(request, socket, head, (webSocket) => greet(webSocket, key, address))
  }

  async function admit(bearer: string | undefined, computerId: string, address: string): Promise<ComputerKey> {
    const key = await connections.authenticate(bearer, { address, requestId: randomUUID() })
    if (key.computerId !== computerId) throw unauthorized()
    return key
  }

  /** Waits a limited time for the first frame, which must be a hello. Further frames wait until it is answered. */
  function greet(socket: WebSocket, key: ComputerKey, address: string): void {
    const timer = setTimeout(() => close(socket, 'silent'), helloMs)
    const leave = stays.keep(
      () => connections.judgeAgain(key, address),
      (refusal) => turnAway(socket, refusal),
    )
    socket.once('close', () => {
      clearTimeout(timer)
      leave()
    })
    // After an error the connection closes by itself, with a reason if possible.
    socket.on('error', () => {})
    let begun: Promise<ComputerConnection | undefined> | undefined
    const intake = new Intake(socket, rates.of(key.computerId))
    socket.on('message', (data) => {
      clearTimeout(timer)
      if (socket.readyState !== socket.OPEN) return
      const text = String(data)
      const taken = intake.take(Buffer.byteLength(text))
      const isFirst = begun === undefined
      begun ??= begin(socket, key, text)
      begun
        .then((computer) => (isFirst ? undefined : receive(computer, text)))
        .catch((error: unknown) => {
          log.warn({ err: error, computerId: key.computerId }, 'a frame of a computer could not be worked on')
          // The computer sends updates without an acknowledgement again on its next connection.
          close(socket, error instanceof ProtocolError ? 'protocol_error' : 'going_away')
        })
        .finally(taken)
    })
  }

  async function begin(socket: WebSocket, key: ComputerKey, text: string): Promise<ComputerConnection | undefined> {
    const hello = parseFrame(text)
    if (hello?.type !== 'hello') throw new ProtocolError('The first frame must be a hello.')
    if (hello.protocol !== relayProtocol) return close(socket, 'update_needed')
    const isHere = byComputer.get(key.computerId)?.isOpen ?? false
    const connection = await connections.connect(key, hello, isHere)
    if (connection === 'unauthorized') return close(socket, connection)
    if (connection.isCloned) {
      close(socket, 'cloned')
      await disconnect(connection)
      return undefined
    }
    const computer = new ComputerConnection(socket, connection, options)
    const hasLeft = Promise.withResolvers<void>()
    socket.once('close', () => hasLeft.resolve())
    const left = hasLeft.promise.then(() => leave(computer)).finally(() => leaving.delete(left))
    leaving.add(left)
    await turns.markOffline(connection, false)
    const policy = await options.policyOf(key.organizationId)
    if (socket.readyState !== socket.OPEN) {
      hasLeft.resolve()
      return undefined
    }
    byComputer.get(key.computerId)?.end('replaced')
    byComputer.set(key.computerId, computer)
    heartbeat.add(socket)
    const { computerId } = key
    const { epoch } = connection
    computer.send({ type: 'welcome', protocol: relayProtocol, computerId, epoch, leaseSeconds, policy })
    await welcome(computer, hello)
    return computer
  }

  async function welcome(computer: ComputerConnection, { turns: known, sessions, daemon }: Hello): Promise<void> {
    await computer.reconcile(known)
    if (sessions) await computer.forgetGone(sessions)
    const { computerId } = computer.connection
    log.info({ computerId, hostname: daemon.hostname, version: daemon.version }, 'a computer has connected')
    void lookAt(computer)
  }

  async function receive(computer: ComputerConnection | undefined, text: string): Promise<void> {
    const frame = computer && parseFrame(text)
    if (frame) await computer.receive(frame)
  }

  async function leave(computer: ComputerConnection): Promise<void> {
    const { connection } = computer
    computer.left()
    if (byComputer.get(connection.computerId) === computer) byComputer.delete(connection.computerId)
    try {
      await disconnect(connection)
      log.info({ computerId: connection.computerId }, 'a computer has left')
    } catch (error) {
      // Another node marks the computer as away when this node's lease ends.
      log.debug({ err: error }, 'a computer left while the database was away')
    }
  }

  async function disconnect(connection: Connection): Promise<void> {
    if (await connections.disconnect(connection)) await turns.left(connection)
  }

  return {
    upgrade: (request, socket, head) => {
      upgrade(request, socket, head).catch((error: unknown) => {
        log.debug({ err: error }, 'a computer could not be let in')
        refuseUpgrade(socket, error instanceof AppError ? error : 'unavailable')
      })
    },
    connectionOf: (computerId) => byComputer.get(computerId),
    async close() {
      closing = true
      endHints()
      clearInterval(timer)
      heartbeat.stop()
      for (const socket of sockets.clients) close(socket, 'going_away')
      const gone = new Promise<void>((resolve) => sockets.close(() => resolve()))
      const cut = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate()
      }, 2_000)
      await gone
      clearTimeout(cut)
      await Promise.all(leaving)
    },
  }
}

function close(socket: WebSocket, reason: CloseReason): undefined {
  const { code, help } = closeCodes[reason]
  socket.close(code, help)
}
