import { sameCall } from '../ledger/same-call.ts'
import type { ModelCall, Prompt, Session, Sink, ToolCall } from '../record.ts'
import { BytesWriter } from './bytes-writer.ts'
import { extras, kinds, traits } from './kinds.ts'

/** A larger file is handed over in several pieces, so that it takes no more memory than a small one. */
const pieceBytes = 2 ** 18

/** Files are read one at a time, so all of them share this memory. */
const sharedOut = new BytesWriter()

/** Takes a piece, which holds only until it returns. */
export type TakePiece = (piece: Buffer, isLast: boolean) => void

/** Writes what a file tells as bytes: no objects that the next tidying of memory would have to move. */
export class PieceWriter implements Sink {
  readonly progress: (bytes: number) => void
  readonly #take: TakePiece
  readonly #out = sharedOut
  readonly #names = new Map<string, number>()
  #lastSession = ''
  #lastSessionNumber = -1
  #lastMs = 0
  #call: ModelCall | undefined
  #sessions: Session[] = []

  constructor(take: TakePiece, progress: (bytes: number) => void = () => {}) {
    this.#take = take
    this.progress = progress
    // Whoever wrote before may have failed halfway.
    this.#out.clear()
  }

  session = (session: Session): void => {
    this.#sessions.push(session)
  }

  /** Several records in a row tell of one answer. They are kept as one call. */
  call = (call: ModelCall): void => {
    const last = this.#call
    if (last?.key === call.key && last.session === call.session) {
      this.#call = sameCall(last, call, call.timeMs < last.timeMs ? call : last)
      return
    }
    this.#writeCall()
    this.#call = call
  }

  tool = ({ key, session, timeMs, name }: ToolCall): void => {
    this.#endIfLong()
    const number = this.#numberOf(name)
    this.#begin(kinds.tool, key, session, timeMs)
    this.#out.number(number)
  }

  failedTool = (key: string): void => {
    this.#endIfLong()
    this.#out.number(kinds.failedTool)
    this.#out.text(key)
  }

  prompt = ({ key, session, timeMs }: Prompt): void => {
    this.#endIfLong()
    this.#begin(kinds.prompt, key, session, timeMs)
  }

  skipped = (path: string, reason: string): void => {
    this.#out.number(kinds.skipped)
    this.#out.text(path)
    this.#out.text(reason)
  }

  /** Hands over the last piece of a file, which is the only one of most. */
  end(isLast = true): void {
    this.#writeCall()
    const start = this.#out.filled
    for (const session of this.#sessions) this.#writeSession(session)
    this.#out.lengthSince(start)
    this.#take(this.#out.written(), isLast)
    this.#out.clear()
    this.#names.clear()
    this.#sessions = []
    this.#lastSessionNumber = -1
    this.#lastMs = 0
  }

  #endIfLong(): void {
    if (this.#out.filled >= pieceBytes) this.end(false)
  }

  #writeCall(): void {
    const call = this.#call
    if (!call) return
    this.#call = undefined
    this.#endIfLong()
    const { key, session, timeMs, endMs = timeMs, tokens, cost, telemetryId } = call
    const out = this.#out
    const model = this.#numberOf(call.model)
    this.#begin(kinds.call, key, session, timeMs)
    out.number(model)
    out.number(endMs - timeMs)
    out.number(tokens.input)
    out.number(tokens.cacheRead)
    out.number(tokens.cacheWrite)
    out.number(tokens.cacheWriteHour)
    out.number(tokens.output)
    out.number(tokens.reasoning)
    out.number((cost === undefined ? 0 : extras.cost) + (telemetryId === undefined ? 0 : extras.telemetryId))
    if (cost !== undefined) out.number(cost)
    if (telemetryId !== undefined) out.text(telemetryId)
  }

  #writeSession({ key, timeMs, folder, version, branch, repository, isUnattended, parent }: Session): void {
    const out = this.#out
    out.text(key)
    out.number(timeMs)
    out.text(folder)
    out.text(version)
    out.text(branch)
    out.text(repository)
    const attendance = isUnattended === undefined ? 0 : isUnattended ? traits.isUnattended : traits.isAttended
    out.number(attendance + (parent === undefined ? 0 : traits.parent))
    if (parent !== undefined) out.text(parent)
  }

  #begin(kind: number, key: string, session: string, timeMs: number): void {
    if (session !== this.#lastSession || this.#lastSessionNumber < 0) {
      this.#lastSessionNumber = this.#numberOf(session)
      this.#lastSession = session
    }
    this.#out.number(kind)
    this.#out.text(key)
    this.#out.number(this.#lastSessionNumber)
    this.#out.number(timeMs - this.#lastMs)
    this.#lastMs = timeMs
  }

  #numberOf(name: string): number {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    this.#out.number(kinds.name)
    this.#out.text(name)
    this.#names.set(name, this.#names.size)
    return this.#names.size - 1
  }
}
