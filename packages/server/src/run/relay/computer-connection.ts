import { randomUUID } from 'node:crypto'
import { type CloseReason, closeCodes } from '@muster/contract/relay/close-codes'
import type { FrameFromComputer, KnownTurn, Updates } from '@muster/contract/relay/from-computer'
import { maxInlineContentBytes, relayContentPath } from '@muster/contract/relay/protocol'
import type { ComputerAnswer, ComputerQuestion } from '@muster/contract/relay/question'
import type { FrameToComputer, Policy } from '@muster/contract/relay/to-computer'
import type { WebSocket } from 'ws'
import { createInOrder } from '../../ground/platform/in-order.ts'
import type { Log } from '../../ground/platform/log.ts'
import type { ComputerConnections, Connection } from '../computers/connections.ts'
import { patienceMs, type Reach } from '../computers/reach.ts'
import type { Offer } from '../messages/offers.ts'
import type { Live } from '../turns/live.ts'
import type { Turns } from '../turns/service.ts'
import type { SessionKey } from '../turns/unfinished-texts.ts'

export interface ConnectionParts {
  readonly turns: Turns
  readonly connections: ComputerConnections
  readonly live: Live
  readonly reach: Reach
  readonly policyOf: (organizationId: string) => Promise<Policy>
  readonly historyOf: (connection: Connection, sessionId: string) => Promise<FrameToComputer | undefined>
  readonly log: Log
}

/**
 * The connection of one computer. Its work is in the database; a hint only says when to read it, so a lost hint costs a
 * few seconds and nothing else. Only a message that this node has just stored is sent without being read again.
 */
export class ComputerConnection {
  readonly connection: Connection
  readonly #socket: WebSocket
  readonly #parts: ConnectionParts
  /** The last turn that was offered in each session. A connection offers each turn once. */
  readonly #offered = new Map<string, { readonly turnId: string; readonly earlierTurns: number }>()
  /** Interruptions and decisions that this connection has already sent. */
  readonly #told = new Set<string>()
  /** Sessions whose turns were offered or run here. */
  readonly #sessions = new Set<string>()
  /** The turns that run here, by session. Unfinished text of an agent is accepted only for them. */
  readonly running = new Map<string, string>()
  readonly #inOrder = createInOrder()
  readonly #answers = new Map<string, (answer: ComputerAnswer | undefined) => void>()
  #isLooking = false
  #lookAgain = false

  constructor(socket: WebSocket, connection: Connection, parts: ConnectionParts) {
    this.#socket = socket
    this.connection = connection
    this.#parts = parts
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  send(frame: FrameToComputer): void {
    this.#socket.send(JSON.stringify(frame))
  }

  end(reason: CloseReason): void {
    const { code, help } = closeCodes[reason]
    this.#socket.close(code, help)
    this.#forgetTurns()
  }

  /** Tells the computer whether anybody watches the session, if its turn may run here. */
  watch(sessionId: string, on: boolean): void {
    if (this.#sessions.has(sessionId)) this.send({ type: 'watch', sessionId, on })
  }

  /** Called when the connection is gone. Resolves all open questions with `undefined`. */
  left(): void {
    for (const answer of this.#answers.values()) answer(undefined)
    this.#forgetTurns()
  }

  #forgetTurns(): void {
    for (const sessionId of [...this.running.keys()]) this.#forgetTurn(sessionId)
  }

  /** The agent's unfinished text is complete, or another connection will send it again. */
  #forgetTurn(sessionId: string): void {
    if (this.running.delete(sessionId)) this.#parts.live.clear(this.#key(sessionId), 'here')
  }

  #key(sessionId: string): SessionKey {
    return { organizationId: this.connection.organizationId, sessionId }
  }

  /** Resolves with the answer of the computer, or with `undefined` if none comes in time. */
  ask(question: ComputerQuestion): Promise<ComputerAnswer | undefined> {
    const requestId = randomUUID()
    const { promise, resolve } = Promise.withResolvers<ComputerAnswer | undefined>()
    const timer = setTimeout(() => resolve(undefined), patienceMs)
    this.#answers.set(requestId, resolve)
    this.send({ type: 'ask', requestId, question })
    return promise.finally(() => {
      clearTimeout(timer)
      this.#answers.delete(requestId)
    })
  }

  /** Tells the computer which of these sessions were deleted or moved, so that it can delete its copies. */
  async forgetGone(sessionIds: readonly string[]): Promise<void> {
    for (const sessionId of await this.#parts.turns.goneFrom(this.connection, sessionIds)) {
      this.#sessions.delete(sessionId)
      this.#forgetTurn(sessionId)
      this.send({ type: 'forget', sessionId })
    }
  }

  /**
   * Compares the turns that the computer knows with those in the database, so that both sides agree on which run here.
   */
  async reconcile(known: readonly KnownTurn[]): Promise<void> {
    const { turns } = this.#parts
    const running = new Map((await turns.runningOn(this.connection)).map(({ id, turn_id }) => [id, turn_id]))
    const waiting = new Set((await turns.waitingFor(this.connection)).map(({ message_id }) => message_id))
    for (const { sessionId, turnId, state } of known) {
      if (running.get(sessionId) !== turnId) {
        if (!waiting.has(turnId)) this.send({ type: 'turn_over', sessionId, turnId })
        continue
      }
      running.delete(sessionId)
      this.#sessions.add(sessionId)
      this.running.set(sessionId, turnId)
      if (this.#parts.live.isWatched(this.#key(sessionId))) this.watch(sessionId, true)
      if (state === 'taken') this.send({ type: 'go', sessionId, turnId })
    }
    for (const [sessionId, turnId] of running) {
      await turns.lose(this.connection, { sessionId, turnId }, lostText)
    }
  }

  /** Reads the pending work and sends what the computer does not know yet. A call during a run causes another run. */
  async look(): Promise<void> {
    this.#lookAgain = true
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      while (this.#lookAgain) {
        this.#lookAgain = false
        await this.#lookOnce()
      }
    } finally {
      this.#isLooking = false
    }
  }

  async #lookOnce(): Promise<void> {
    const { turns, connections, policyOf } = this.#parts
    // A user waits for this: everything that a message needs is read first, in parallel, and the rest afterwards.
    const [waiting, policy] = await Promise.all([
      turns.waitingFor(this.connection),
      policyOf(this.connection.organizationId),
    ])
    for (const { session_id: sessionId, message_id: messageId, content_bytes: contentBytes, ...turn } of waiting) {
      this.#offer({ ...turn, sessionId, messageId, contentBytes, userId: turn.user_id }, policy)
    }
    const known = [...this.running]
    const [stale, orders, running] = await Promise.all([
      connections.staleness(this.connection),
      turns.ordersFor(this.connection),
      known.length > 0 ? turns.runningOn(this.connection) : [],
    ])
    if (stale) {
      this.end(stale)
      return
    }
    for (const order of orders) this.#tell(order)
    // A turn can end, and its session move elsewhere, without a message from this computer.
    const still = new Map(running.map(({ id, turn_id }) => [id, turn_id]))
    for (const [sessionId, turnId] of known) {
      if (still.get(sessionId) !== turnId && this.running.get(sessionId) === turnId) this.#forgetTurn(sessionId)
    }
    // A message may have come in while the computer was connecting.
    if (waiting.some(({ is_offline }) => is_offline)) await turns.markOffline(this.connection, false)
    // The answer may take a while and must not delay other work.
    void this.#parts.reach.answerOthers(this.connection).catch(() => {})
  }

  /** Offers a message that was just stored, if this connection was in force at its commit. */
  offer(offer: Offer, policy: Policy): void {
    if (offer.epoch === this.connection.epoch) this.#offer(offer, policy)
  }

  #offer(turn: OfferedTurn, policy: Policy): void {
    const { sessionId, messageId: turnId, userId, settings, turns: earlierTurns } = turn
    const last = this.#offered.get(sessionId)
    // The rows that `look` has read may be outdated: the computer may already have a later turn.
    if (last && (last.turnId === turnId || last.earlierTurns > earlierTurns)) return
    this.#offered.set(sessionId, { turnId, earlierTurns })
    this.#sessions.add(sessionId)
    const isLarge = turn.contentBytes > maxInlineContentBytes
    this.send({
      type: 'prompt',
      sessionId,
      turnId,
      userId,
      ...(isLarge ? { contentPath: relayContentPath(sessionId, turnId) } : { content: turn.content }),
      settings,
      earlierTurns,
      policy,
    })
    if (this.#parts.live.isWatched(this.#key(sessionId))) this.watch(sessionId, true)
  }

  #tell({ session_id: sessionId, turn_id: turnId, permission_id, option_id, user_id }: Order): void {
    const name = `${turnId} ${permission_id ?? ''}`
    if (this.#told.has(name)) return
    this.#told.add(name)
    if (permission_id === null || option_id === null) this.send({ type: 'interrupt', sessionId, turnId })
    else {
      const decided = { permissionId: permission_id, optionId: option_id, ...(user_id !== null && { userId: user_id }) }
      this.send({ type: 'decided', sessionId, turnId, ...decided })
    }
  }

  /** Handles frames of one session in order, and those of different sessions concurrently. */
  receive(frame: FrameFromComputer): Promise<void> {
    switch (frame.type) {
      case 'taken':
        return this.#inOrder(frame.sessionId, () => this.#taken(frame))
      case 'updates':
        return this.#inOrder(frame.sessionId, () => this.#updates(frame))
      case 'preview':
      case 'delta':
        // Handled in order, because it follows the updates before it.
        return this.#inOrder(frame.sessionId, async () => this.#show(frame))
      case 'need_history':
        return this.#inOrder(frame.sessionId, async () => {
          const history = await this.#parts.historyOf(this.connection, frame.sessionId)
          if (history) this.send(history)
        })
      case 'answer':
        this.#answers.get(frame.requestId)?.({ body: frame.body, ...(frame.error && { error: frame.error }) })
        return Promise.resolve()
      case 'hello':
        return Promise.resolve()
    }
  }

  async #taken({ sessionId, turnId }: { sessionId: string; turnId: string }): Promise<void> {
    const result = await this.#parts.turns.take(this.connection, { sessionId, turnId })
    if (result === 'go') this.running.set(sessionId, turnId)
    this.send({ type: result === 'go' ? 'go' : 'turn_over', sessionId, turnId })
  }

  async #updates(frame: Updates): Promise<void> {
    const { sessionId, turnId } = frame
    const result = await this.#parts.turns.apply(this.connection, frame)
    const isRunning = this.running.get(sessionId) === turnId
    const isOver = result === 'over' || frame.updates.some(({ kind }) => kind === 'end')
    if (isRunning && isOver) this.#forgetTurn(sessionId)
    else if (isRunning && frame.updates.some(({ kind }) => kind === 'message')) {
      this.#parts.live.clear(this.#key(sessionId), 'here')
    }
    if (result === 'over') this.send({ type: 'turn_over', sessionId, turnId })
    else this.send({ type: 'ack', sessionId, turnId, seq: result })
    // The next message of the session may be waiting.
    if (frame.updates.some(({ kind }) => kind === 'end')) await this.look()
  }

  /** Text for any other turn is dropped: that turn has just ended, or the computer reports a wrong one. */
  #show({ type, sessionId, turnId, n, text }: Extract<FrameFromComputer, { type: 'preview' | 'delta' }>): void {
    if (!this.isOpen || this.running.get(sessionId) !== turnId) return
    this.#parts.live.publish(this.#key(sessionId), { kind: type, turnId, n, text }, 'here')
  }
}

type OfferedTurn = Pick<Offer, 'sessionId' | 'messageId' | 'userId' | 'content' | 'contentBytes' | 'settings' | 'turns'>

type Order = Awaited<ReturnType<Turns['ordersFor']>>[number]

const lostText =
  'The computer was restarted while the agent worked, so this turn has ended. What it did until then may be incomplete. Post a message to go on.'
