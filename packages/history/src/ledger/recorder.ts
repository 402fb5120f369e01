import type { DatabaseSync } from 'node:sqlite'
import { codeOf } from '../files/find-files.ts'
import type { ModelCall, Prompt, Session, Sink, ToolCall } from '../record.ts'
import { sameCall } from './same-call.ts'

/** No call costs more, and sums of larger numbers would not be exact. */
const mostDollars = 1e6

/** Writes the records of one file after the other into the tables. */
export class Recorder implements Sink {
  /** The number of records of the current file. */
  records = 0
  /** What was skipped in it, and why. */
  reasons: string[] = []
  hasFailed = false
  readonly progress: (bytes: number) => void
  readonly #statements: ReturnType<typeof prepare>
  #file = 0
  #call: ModelCall | undefined

  constructor(database: DatabaseSync, progress: (bytes: number) => void) {
    this.#statements = prepare(database)
    this.progress = progress
  }

  /** Starts a new file, or resumes one that already has records. */
  begin(file: number, records: number): void {
    this.#file = file
    this.records = records
    this.reasons = []
    this.hasFailed = false
    this.#call = undefined
  }

  end(): void {
    if (this.#call) this.#addCall(this.#call)
    this.#call = undefined
  }

  session(session: Session): void {
    this.#statements.session.run(this.#file, this.#next(), JSON.stringify(session))
  }

  /** Consecutive records of one answer are merged into one call. */
  call(call: ModelCall): void {
    const last = this.#call
    if (last?.key === call.key && last.session === call.session) {
      this.#call = sameCall(last, call, call.timeMs < last.timeMs ? call : last)
      return
    }
    this.end()
    this.#call = call
  }

  tool({ key, session, timeMs, name }: ToolCall): void {
    const names = [storable(key), storable(session), timeMs, storable(name)] as const
    this.#statements.tool.run(this.#file, this.#next(), ...names, 0)
  }

  failedTool(key: string): void {
    this.#statements.tool.run(this.#file, this.#next(), storable(key), null, null, null, 1)
  }

  prompt({ key, session, timeMs }: Prompt): void {
    this.#statements.prompt.run(this.#file, this.#next(), storable(key), storable(session), timeMs)
  }

  skipped(_path: string, reason: string): void {
    this.reasons.push(reason)
  }

  failed(path: string, error: unknown): void {
    // An error of our own database is not the fault of the file.
    if (!path.endsWith('.db') && codeOf(error) === 'ERR_SQLITE_ERROR') throw error
    this.hasFailed = true
    this.reasons.push(error instanceof SyntaxError ? 'is no JSON' : `cannot be read (${codeOf(error)})`)
  }

  #addCall({ key, session, timeMs, endMs = timeMs, model, tokens, cost, telemetryId }: ModelCall): void {
    this.#statements.call.run(
      this.#file,
      this.#next(),
      storable(key),
      storable(session),
      timeMs,
      endMs - timeMs,
      storable(model),
      tokens.input,
      tokens.cacheRead,
      tokens.cacheWrite,
      tokens.cacheWriteHour,
      tokens.output,
      tokens.reasoning,
      cost === undefined ? null : Math.min(cost, mostDollars),
      telemetryId === undefined ? null : storable(telemetryId),
    )
  }

  #next(): number {
    this.records += 1
    return this.records
  }
}

function prepare(database: DatabaseSync) {
  return {
    session: database.prepare('insert into sessions values (?, ?, ?)'),
    call: database.prepare('insert into calls values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
    tool: database.prepare('insert into tools values (?, ?, ?, ?, ?, ?, ?)'),
    prompt: database.prepare('insert into prompts values (?, ?, ?, ?, ?)'),
  }
}

/** Node 22 returns text only up to a NUL, so NULs are removed. */
function storable(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
}
