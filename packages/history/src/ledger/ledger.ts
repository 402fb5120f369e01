import { kinds } from '../pieces/kinds.ts'
import { PieceReader } from '../pieces/piece-reader.ts'
import type { Session } from '../record.ts'
import { Calls } from './calls.ts'
import { Names } from './names.ts'
import { Prompts } from './prompts.ts'
import type { Keyed, Records } from './records.ts'
import { sameCall } from './same-call.ts'
import { Tools } from './tools.ts'

export interface Skipped {
  readonly path: string
  readonly reason: string
}

/** The history of one agent, with each thing once, however often and in whatever order it was reported. */
export class Ledger {
  readonly sessions = new Map<string, Session>()
  readonly calls: Calls
  readonly tools: Tools
  readonly prompts: Prompts
  readonly skippedFiles: Skipped[] = []
  readonly #names = new Names()
  readonly #record = new PieceReader()

  /** Sums need no keys, and without them a ledger takes half of the memory. */
  constructor({ keepsKeys }: { readonly keepsKeys: boolean } = { keepsKeys: true }) {
    this.calls = new Calls(this.#names, keepsKeys)
    this.tools = new Tools(this.#names, keepsKeys)
    this.prompts = new Prompts(this.#names, keepsKeys)
  }

  /** Takes a piece of what a file told. The same piece may come many times, and pieces in any order. */
  take(piece: Buffer): void {
    const record = this.#record
    record.open(piece)
    for (const session of record.sessions()) this.#addSession(session)
    const numberOf: number[] = []
    for (let kind = record.next(); kind !== 0; kind = record.next()) {
      for (let name = numberOf.length; name < record.names.length; name += 1) {
        numberOf.push(this.#names.numberOf(record.names[name] as string))
      }
      if (kind === kinds.call) this.#addCall(record, numberOf)
      else if (kind === kinds.tool) this.#addTool(record, numberOf)
      else if (kind === kinds.prompt) this.#addPrompt(record, numberOf)
      else if (kind === kinds.failedTool) this.tools.failures.add(piece, record.keyStart, record.keyEnd)
      else if (kind === kinds.skipped) this.skipped(record.path, record.reason)
      else throw new Error(`There are no records of the kind ${kind}.`)
    }
  }

  skipped = (path: string, reason: string): void => {
    this.skippedFiles.push({ path, reason })
  }

  #addSession(session: Session): void {
    const known = this.sessions.get(session.key)
    this.sessions.set(session.key, known ? merged(known, session) : session)
  }

  /** While an answer streams, its earlier records have less output; a copy counts as the original. */
  #addCall(record: PieceReader, numberOf: readonly number[]): void {
    const number = this.calls.addOrFind(record, numberOf)
    if (number === undefined) return
    const known = this.calls.at(number)
    const told = record.call()
    const all = sameCall(known, told, this.#first(known, told))
    if (all !== known) this.calls.replace(number, all)
  }

  #addTool(record: PieceReader, numberOf: readonly number[]): void {
    const number = this.tools.addOrFind(record, numberOf)
    if (number !== undefined) this.#keepFirst(this.tools, number, { ...keyedOf(record), name: nameOf(record) })
  }

  #addPrompt(record: PieceReader, numberOf: readonly number[]): void {
    const number = this.prompts.addOrFind(record, numberOf)
    if (number !== undefined) this.#keepFirst(this.prompts, number, keyedOf(record))
  }

  #keepFirst<T extends Keyed>(records: Records<T>, number: number, told: T): void {
    if (this.#first(records.at(number), told) === told) records.replace(number, told)
  }

  /** The original of two copies: the earlier one, or that of the session that began earlier. */
  #first<T extends Keyed>(known: T, told: T): T {
    if (known.timeMs !== told.timeMs) return told.timeMs < known.timeMs ? told : known
    if (known.session === told.session) return known
    const [a, b] = [known, told].map(({ session }) => this.sessions.get(session)?.timeMs ?? Number.MAX_SAFE_INTEGER)
    if (a !== b) return Number(b) < Number(a) ? told : known
    return told.session < known.session ? told : known
  }
}

function keyedOf(record: PieceReader): Keyed {
  return { key: record.key(), session: record.names[record.session] ?? '', timeMs: record.timeMs }
}

function nameOf(record: PieceReader): string {
  return record.names[record.name] ?? ''
}

/** A session is reported again if its first record had fewer details than a later one. */
function merged(known: Session, told: Session): Session {
  return {
    ...known,
    timeMs: Math.min(known.timeMs, told.timeMs),
    folder: known.folder || told.folder,
    version: known.version || told.version,
    branch: known.branch || told.branch,
    repository: known.repository || told.repository,
    isUnattended: known.isUnattended ?? told.isUnattended,
  }
}
