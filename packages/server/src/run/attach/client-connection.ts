import {
  type Follow,
  type FrameFromClient,
  type FrameToClient,
  maxFollowed,
} from '@muster/contract/relay/client-frames'
import { type CloseReason, closeCodes } from '@muster/contract/relay/close-codes'
import { relayProtocol } from '@muster/contract/relay/protocol'
import type { WebSocket } from 'ws'
import type { Hints } from '../../ground/platform/hints.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { ServerEvent } from '../../ground/platform/server-event.ts'
import type { ComputerConnections } from '../computers/connections.ts'
import { maySee } from '../sessions/current-sessions.ts'
import type { Watch } from '../watch/service.ts'
import type { FeedEvent } from '../watch/session-feed.ts'
import type { SessionFollower } from '../watch/session-follower.ts'

export interface ClientParts {
  readonly watch: Watch
  readonly connections: ComputerConnections
  readonly hints: Hints
}

/** A client with more unread bytes than this is disconnected. */
const maxBufferedBytes = 2 ** 20

const maxBusyShown = 1_000

/**
 * A client that watches a computer: its presence, its sessions, and the events of the sessions that the client follows.
 */
export class ClientConnection {
  readonly #socket: WebSocket
  readonly #principal: Principal
  readonly #computerId: string
  readonly #parts: ClientParts
  readonly #followed = new Map<string, SessionFollower>()
  #ends: (() => void)[] = []
  #isConnected = false

  constructor(socket: WebSocket, principal: Principal, computerId: string, parts: ClientParts) {
    this.#socket = socket
    this.#principal = principal
    this.#computerId = computerId
    this.#parts = parts
  }

  /** Subscribes before it reads, so that no change between the two is missed. */
  async begin(): Promise<void> {
    const { watch, hints } = this.#parts
    const { organizationId } = this.#principal
    const early: FeedEvent[][] = []
    let listener = (events: readonly FeedEvent[]): void => {
      early.push([...events])
    }
    this.#ends = [
      watch.feed.subscribe(organizationId, (events) => listener(events)),
      hints.subscribe((hint) => {
        const isOurs = hint.kind === 'computer' && hint.computerId === this.#computerId
        if (isOurs || hint.kind === 'missed') void this.look()
      }),
    ]
    this.#isConnected = await this.#isComputerConnected()
    this.#send({
      type: 'welcome',
      protocol: relayProtocol,
      computerId: this.#computerId,
      connected: this.#isConnected,
    })
    const busy = await watch.current.busyOn(organizationId, this.#computerId, maxBusyShown)
    this.#show(await watch.current.find(organizationId, busy))
    listener = (events) => this.#show(events)
    for (const events of early) this.#show(events)
  }

  close(): void {
    for (const end of this.#ends) end()
    for (const follower of this.#followed.values()) follower.close()
    this.#followed.clear()
  }

  end(reason: CloseReason): void {
    const { code, help } = closeCodes[reason]
    this.#socket.close(code, help)
  }

  async receive(frame: FrameFromClient): Promise<void> {
    if (frame.type === 'follow') await this.#follow(frame)
    else if (frame.type === 'unfollow') this.#unfollow(frame.sessionId.toLowerCase())
  }

  /** Sends whether the computer is connected, if that changed. */
  async look(): Promise<void> {
    try {
      const connected = await this.#isComputerConnected()
      if (connected !== this.#isConnected) this.#send({ type: 'computer', connected })
      this.#isConnected = connected
    } catch {
      // The database is unavailable for a moment; the next check comes soon.
    }
  }

  #isComputerConnected(): Promise<boolean> {
    const { organizationId } = this.#principal
    return this.#parts.connections.isConnected({ organizationId, computerId: this.#computerId })
  }

  #show(events: readonly FeedEvent[]): void {
    for (const event of events) {
      const { sessionId, computerId, session, version } = event
      const isHere = computerId === this.#computerId && maySee(this.#principal, event)
      if (isHere && session) this.#send({ type: 'session', session, version })
      else if (this.#followed.has(sessionId)) this.#refuse(sessionId, 'session_not_found')
    }
  }

  async #follow({ sessionId: given, after }: Follow): Promise<void> {
    const sessionId = given.toLowerCase()
    this.#unfollow(sessionId)
    if (this.#followed.size >= maxFollowed) return this.#refuse(sessionId, 'too_many')
    const { organizationId } = this.#principal
    const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(sessionId)
    const [found] = isId ? await this.#parts.watch.current.find(organizationId, [sessionId]) : []
    if (found?.computerId !== this.#computerId || !maySee(this.#principal, found)) {
      return this.#refuse(sessionId, 'session_not_found')
    }
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const follower = this.#parts.watch.follow({ organizationId, sessionId }, after, {
      send: (events) => this.#sendEvents(sessionId, events),
      sendPartial: (event) => void this.#sendEvents(sessionId, [event]),
      end: (reason) => (reason === 'gone' ? this.#refuse(sessionId, 'session_not_found') : this.end('going_away')),
    })
    this.#followed.set(sessionId, follower)
  }

  #unfollow(sessionId: string): void {
    this.#followed.get(sessionId)?.close()
    this.#followed.delete(sessionId)
  }

  #refuse(sessionId: string, reason: 'session_not_found' | 'too_many'): void {
    this.#unfollow(sessionId)
    this.#send({ type: 'unfollowed', sessionId, reason })
  }

  /** Resolves when the last event has left this process. */
  async #sendEvents(sessionId: string, events: readonly ServerEvent[]): Promise<void> {
    const sent = events.map(({ event, id, data }) =>
      this.#send({
        type: 'event',
        sessionId,
        event: event as 'session',
        ...(id !== undefined && { version: id }),
        data,
      }),
    )
    await sent.at(-1)
  }

  #send(frame: FrameToClient): Promise<void> {
    if (this.#socket.readyState !== this.#socket.OPEN) return Promise.resolve()
    if (this.#socket.bufferedAmount > maxBufferedBytes) {
      this.end('too_slow')
      // The client would not read a closing message either.
      this.#socket.terminate()
      return Promise.resolve()
    }
    return new Promise((resolve) => this.#socket.send(JSON.stringify(frame), () => resolve()))
  }
}
