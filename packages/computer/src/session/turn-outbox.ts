import type { FrameFromComputer, Update } from '@muster/contract/relay/from-computer'
import { maxFrameBytes, maxUnacknowledged } from '@muster/contract/relay/protocol'
import type { OpenTurn, SessionLog } from '../log/session-log.ts'

/** An update without its number. */
export type NewUpdate = Update extends infer U ? (U extends { seq: number } ? Omit<U, 'seq'> : never) : never

interface OutboxOptions {
  readonly log: SessionLog
  readonly turn: OpenTurn
  readonly now: () => number
  /** Returns whether it was sent, which requires a connection. */
  readonly send: (frame: FrameFromComputer) => boolean
  /** Called when too many updates wait, and when there is room again. */
  readonly onFull: (isFull: boolean) => void
}

/** The maximum size of a frame of updates, well below the general limit of a frame. */
const maxFrameOfUpdates = { count: 64, bytes: 512 * 2 ** 10 }

/** The updates of a turn: each is stored on disk before it is sent, and stays there until it is acknowledged. */
export class TurnOutbox {
  readonly #options: OutboxOptions
  readonly #sizes = new Map<number, number>()
  #durableSeq: number
  #sentSeq = 0
  #bytes = 0
  #isFull = false

  constructor(options: OutboxOptions) {
    this.#options = options
    this.#durableSeq = options.turn.lastSeq
    for (const update of options.turn.unacknowledged) this.#count(update)
  }

  /** Resolves when the update is on disk. */
  async tell(update: NewUpdate): Promise<void> {
    const { log, turn, now } = this.#options
    if (turn.isEnded) return
    const numbered = fitting({ seq: turn.lastSeq + 1, ...update } as Update)
    this.#count(numbered)
    const written = log.update(turn.taken.turnId, numbered, now())
    this.#tellFull()
    const isWritten = await written.then(
      () => true,
      () => false,
    )
    // The process exits, and the disk did not accept the update. The next process reports that the turn has ended.
    if (!isWritten) return
    this.#durableSeq = Math.max(this.#durableSeq, numbered.seq)
    this.#flush()
  }

  acknowledge(seq: number): void {
    for (const [each, bytes] of this.#sizes) {
      if (each > seq) break
      this.#sizes.delete(each)
      this.#bytes -= bytes
    }
    const { log, turn } = this.#options
    log.acknowledge(turn.taken.turnId, Math.min(seq, turn.lastSeq))
    this.#tellFull()
  }

  /** On a new connection, all unacknowledged updates are sent again; the service drops duplicates. */
  resend(): void {
    this.#sentSeq = 0
    this.#flush()
  }

  #flush(): void {
    const { log, turn, send } = this.#options
    const due = turn.unacknowledged.filter(({ seq }) => seq > this.#sentSeq && seq <= this.#durableSeq)
    for (const updates of this.#inFrames(due)) {
      const ids = { sessionId: log.sessionId, turnId: turn.taken.turnId }
      if (!send({ type: 'updates', ...ids, updates })) return
      this.#sentSeq = updates.at(-1)?.seq ?? this.#sentSeq
    }
  }

  #inFrames(due: readonly Update[]): Update[][] {
    const frames: Update[][] = []
    let bytes = Number.POSITIVE_INFINITY
    for (const update of due) {
      const size = this.#sizes.get(update.seq) ?? 0
      const last = frames.at(-1)
      if (last && last.length < maxFrameOfUpdates.count && bytes + size <= maxFrameOfUpdates.bytes) last.push(update)
      else {
        frames.push([update])
        bytes = 0
      }
      bytes += size
    }
    return frames
  }

  #count(update: Update): void {
    const bytes = Buffer.byteLength(JSON.stringify(update))
    this.#sizes.set(update.seq, bytes)
    this.#bytes += bytes
  }

  #tellFull(): void {
    const isFull = this.#sizes.size >= maxUnacknowledged.frames || this.#bytes >= maxUnacknowledged.bytes
    if (isFull === this.#isFull) return
    this.#isFull = isFull
    this.#options.onFull(isFull)
  }
}

/** Messages are limited where they are created. If one is too large anyway, it must not break the connection. */
function fitting(update: Update): Update {
  if (update.kind !== 'message' && update.kind !== 'permission') return update
  if (Buffer.byteLength(JSON.stringify(update)) < maxFrameBytes - 1000) return update
  if (update.kind === 'permission') {
    const { toolCall } = update.permission
    return { ...update, permission: { ...update.permission, toolCall: { ...toolCall, input: {} } } }
  }
  const { message } = update
  const text = '[This message is too large to be shown.]'
  return { ...update, message: { ...message, content: [{ type: 'text', id: message.id, text }] } }
}
