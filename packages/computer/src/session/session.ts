import type { Message } from '@muster/contract/message'
import type { KnownTurn } from '@muster/contract/relay/from-computer'
import type { TakenTurn } from '../log/records.ts'
import type { OpenTurn, SessionLog } from '../log/session-log.ts'
import { SessionAgent } from './session-agent.ts'
import type { SessionOptions } from './session-options.ts'
import { Turn } from './turn.ts'
import type { Stop } from './turn-end.ts'
import { TurnOutbox } from './turn-outbox.ts'

const killed =
  'The computer’s daemon ended while the agent worked, so nobody knows how far it came. It was not started again: send the message anew if it should be.'

const again = 'The agent of this computer has had this message before. It does not get it twice.'

/** One session on this computer: its turns in order, its agent, and its unsent updates. */
export class Session {
  readonly #options: SessionOptions
  readonly #log: SessionLog
  readonly #agent: SessionAgent
  readonly #outboxes = new Map<string, TurnOutbox>()
  readonly #queue: OpenTurn[] = []
  #turn: Turn | undefined
  #running: Promise<void> = Promise.resolve()
  #isWatched = false
  #resting: Promise<void> = Promise.resolve()

  constructor(options: SessionOptions, log: SessionLog) {
    this.#options = options
    this.#log = log
    this.#agent = new SessionAgent(options, log)
    for (const turn of log.turns.values()) this.#addOutbox(turn)
  }

  get sessionId(): string {
    return this.#log.sessionId
  }

  /** No work, no unsent updates and no agent: it can be removed from memory. */
  get isAtRest(): boolean {
    return this.#turn === undefined && this.#queue.length === 0 && this.#log.turns.size === 0 && !this.#agent.isAlive
  }

  /** Whether the service still lacks updates of an ended turn. */
  get hasMoreToTell(): boolean {
    return [...this.#log.turns.values()].some(({ isEnded }) => isEnded)
  }

  get isWorking(): boolean {
    return this.#turn !== undefined
  }

  /** Resolves when no turn is running. */
  get whenIdle(): Promise<void> {
    return this.#running
  }

  /** After a crash, ends turns that an agent had begun, with a message about it, and never repeats them. */
  async recover(): Promise<void> {
    for (const turn of this.#log.turns.values()) {
      if (!turn.isPrompted || turn.isEnded) continue
      const outbox = this.#outboxOf(turn)
      for (const permissionId of [...turn.openPermissions]) {
        void outbox.tell({ kind: 'permission_closed', permissionId, status: 'cancelled' })
      }
      const agentSessionId = this.#log.agent?.agentSessionId
      await outbox.tell({ kind: 'end', outcome: 'failed', error: killed, ...(agentSessionId && { agentSessionId }) })
    }
  }

  knownTurns(): KnownTurn[] {
    return [...this.#log.turns.values()].map(({ taken, isEnded, isPrompted }) => ({
      sessionId: this.sessionId,
      turnId: taken.turnId,
      state: isEnded ? 'ended' : isPrompted ? 'prompted' : 'taken',
    }))
  }

  /** Stores the message before the service is told that it was taken. */
  async take(turn: TakenTurn): Promise<void> {
    if (!this.#log.turns.has(turn.turnId)) {
      const isAgain = this.#log.isDone(turn.turnId)
      await this.#log.take(isAgain ? { ...turn, fault: again } : turn, this.#options.now())
      const open = this.#log.turns.get(turn.turnId)
      if (open) this.#addOutbox(open)
    }
    this.#options.send({ type: 'taken', sessionId: this.sessionId, turnId: turn.turnId })
  }

  /** Lets the agent have the message. Idempotent. */
  go(turnId: string): void {
    const turn = this.#log.turns.get(turnId)
    const isKnown = this.#turn?.turnId === turnId || this.#queue.some(({ taken }) => taken.turnId === turnId)
    if (!turn || turn.isPrompted || turn.isEnded || isKnown) return
    this.#queue.push(turn)
    this.#next()
  }

  acknowledge(turnId: string, seq: number): void {
    this.#outboxes.get(turnId)?.acknowledge(seq)
    if (!this.#log.turns.has(turnId)) this.#outboxes.delete(turnId)
    this.#rest()
  }

  async turnOver(turnId: string): Promise<void> {
    this.#outboxes.delete(turnId)
    if (this.#turn?.turnId === turnId) this.#turn.stop({ cause: 'over' })
    this.#unqueue(turnId)
    await this.#log.over(turnId)
    this.#rest()
  }

  interrupt(turnId: string): void {
    if (this.#turn?.turnId === turnId) {
      this.#turn.stop({ cause: 'user' })
      return
    }
    const turn = this.#log.turns.get(turnId)
    if (!turn || turn.isEnded) return
    this.#unqueue(turnId)
    void this.#outboxOf(turn).tell({ kind: 'end', outcome: 'interrupted' })
  }

  decide(turnId: string, permissionId: string, optionId: string): void {
    if (this.#turn?.turnId === turnId) this.#turn.decide(permissionId, optionId)
  }

  watch(on: boolean): void {
    this.#isWatched = on
    this.#turn?.watch(on)
  }

  takeHistory(messages: readonly Message[]): void {
    this.#agent.takeHistory(messages)
  }

  /** Called on a new connection. */
  resend(): void {
    for (const outbox of this.#outboxes.values()) outbox.resend()
  }

  /** Stops the running turn, and begins no other. */
  stop(stop: Stop): void {
    if (stop.cause === 'shutdown') this.#log.hurry()
    this.#queue.length = 0
    this.#turn?.stop(stop)
  }

  /** Resolves when no process of the session runs any more. */
  async close(): Promise<void> {
    await this.#running
    await this.#agent.endAgent()
    await this.#resting
    await this.#log.close()
  }

  /** Everything is sent; records that in the log. */
  #rest(): void {
    if (this.#log.turns.size === 0) this.#resting = this.#resting.then(() => this.#log.rest())
  }

  #next(): void {
    if (this.#turn) return
    const next = this.#queue.shift()
    if (!next) return
    const turn = this.#begin(next)
    this.#turn = turn
    if (this.#isWatched) turn.watch(true)
    this.#running = turn.run().finally(() => {
      this.#turn = undefined
      this.#agent.rest(next)
      this.#next()
    })
  }

  #begin(turn: OpenTurn): Turn {
    const { times, now, newId, policy, send, previewRate, preset } = this.#options
    const outbox = this.#outboxOf(turn)
    const starting = () => void outbox.tell({ kind: 'reason', reason: 'starting_agent' })
    const ready = () => void outbox.tell({ kind: 'reason', reason: null })
    return new Turn({
      log: this.#log,
      turn,
      outbox,
      times,
      now,
      newId,
      send,
      previewRate,
      preset,
      policy,
      prepareAgent: (each) => this.#agent.prepare(each, starting, ready),
    })
  }

  #unqueue(turnId: string): void {
    const index = this.#queue.findIndex(({ taken }) => taken.turnId === turnId)
    if (index >= 0) this.#queue.splice(index, 1)
  }

  #outboxOf(turn: OpenTurn): TurnOutbox {
    return this.#outboxes.get(turn.taken.turnId) ?? this.#addOutbox(turn)
  }

  #addOutbox(turn: OpenTurn): TurnOutbox {
    const { send, now } = this.#options
    const { turnId } = turn.taken
    const onFull = (isFull: boolean) => {
      if (this.#turn?.turnId === turnId) this.#turn.pause(isFull)
    }
    const outbox = new TurnOutbox({ log: this.#log, turn, now, send, onFull })
    this.#outboxes.set(turnId, outbox)
    return outbox
  }
}
