import type { Update } from '@muster/contract/relay/from-computer'
import { AppendLog } from './append-log.ts'
import { compacted } from './compact.ts'
import type { AgentMemory, LogRecord, TakenTurn } from './records.ts'

/** A turn with updates that the service has not received yet. */
export interface OpenTurn {
  readonly taken: TakenTurn
  isPrompted: boolean
  isEnded: boolean
  /** The updates without an acknowledgement, in order. */
  unacknowledged: Update[]
  lastSeq: number
  readonly openPermissions: Set<string>
}

/** An inactive log above this size is compacted. */
const compactBytes = 512 * 2 ** 10

/** The stored state of a session on this computer. */
export class SessionLog {
  readonly sessionId: string
  readonly turns = new Map<string, OpenTurn>()
  /** Turns that are over, and whose message the agent had received or whose end the service knows. */
  readonly #done = new Set<string>()
  /** Turns that were withdrawn before the agent received the message, with the number of their last update. */
  readonly #returned = new Map<string, number>()
  readonly #log: AppendLog<LogRecord>
  agent: AgentMemory | undefined

  private constructor(sessionId: string, log: AppendLog<LogRecord>) {
    this.sessionId = sessionId
    this.#log = log
  }

  static async open(sessionId: string, path: string, onFault?: (error: Error) => void): Promise<SessionLog> {
    const { log, records } = await AppendLog.open<LogRecord>(path, onFault)
    const session = new SessionLog(sessionId, log)
    for (const record of records) session.#apply(record)
    return session
  }

  isDone(turnId: string): boolean {
    return this.#done.has(turnId)
  }

  get path(): string {
    return this.#log.path
  }

  take(turn: TakenTurn, at: number): Promise<void> {
    return this.#append({ r: 'taken', turn, at })
  }

  remember(agent: AgentMemory): Promise<void> {
    return this.#append({ r: 'agent', agent })
  }

  promptSent(turnId: string, at: number): Promise<void> {
    return this.#append({ r: 'prompt_sent', turnId, at })
  }

  update(turnId: string, update: Update, at: number): Promise<void> {
    return this.#append({ r: 'update', turnId, update, at })
  }

  acknowledge(turnId: string, seq: number): void {
    this.#note({ r: 'acked', turnId, seq })
  }

  over(turnId: string): Promise<void> {
    return this.#append({ r: 'over', turnId })
  }

  /** Records that no work is left, and compacts the log if it is large. */
  async rest(): Promise<void> {
    if (this.turns.size > 0) return
    this.#log.note({ r: 'rest' })
    await this.#log.drain()
    if (this.#log.bytes <= compactBytes) return
    // If there is no room for the copy, a later call compacts it.
    await this.#log.rewrite(await compacted(this.#log.path)).catch(() => {})
  }

  hurry(): void {
    this.#log.hurry()
  }

  close(): Promise<void> {
    return this.#log.close()
  }

  #append(record: LogRecord): Promise<void> {
    this.#apply(record)
    return this.#log.append(record)
  }

  #note(record: LogRecord): void {
    this.#apply(record)
    this.#log.note(record)
  }

  #apply(record: LogRecord): void {
    if (record.r === 'taken') this.#begin(record.turn)
    else if (record.r === 'agent') this.agent = record.agent
    else if (record.r !== 'rest') this.#applyToTurn(record, this.turns.get(record.turnId))
  }

  #applyToTurn(record: Extract<LogRecord, { turnId: string }>, turn: OpenTurn | undefined): void {
    if (!turn) return
    if (record.r === 'prompt_sent') turn.isPrompted = true
    else if (record.r === 'update') this.#applyUpdate(turn, record.update)
    else if (record.r === 'acked') {
      turn.unacknowledged = turn.unacknowledged.filter(({ seq }) => seq > record.seq)
      if (turn.isEnded && turn.unacknowledged.length === 0) this.#finish(record.turnId)
    } else {
      if (!turn.isPrompted && !turn.isEnded) this.#returned.set(record.turnId, turn.lastSeq)
      // No further updates of this turn are sent.
      turn.isEnded = true
      this.#finish(record.turnId)
    }
  }

  #begin(taken: TakenTurn): void {
    const lastSeq = this.#returned.get(taken.turnId) ?? 0
    this.#returned.delete(taken.turnId)
    this.turns.set(taken.turnId, {
      taken,
      isPrompted: false,
      isEnded: false,
      unacknowledged: [],
      lastSeq,
      openPermissions: new Set(),
    })
  }

  #applyUpdate(turn: OpenTurn, update: Update): void {
    turn.lastSeq = update.seq
    turn.unacknowledged.push(update)
    if (update.kind === 'end') turn.isEnded = true
    if (update.kind === 'permission') turn.openPermissions.add(update.permission.id)
    if (update.kind === 'permission_closed') turn.openPermissions.delete(update.permissionId)
  }

  #finish(turnId: string): void {
    this.turns.delete(turnId)
    if (!this.#returned.has(turnId)) this.#done.add(turnId)
  }
}
