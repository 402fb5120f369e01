import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { nanosOfDollar } from '@muster/contract/prices/cost'
import { promptBounds } from '@muster/contract/prices/price-list'
import type { ModelCall, Prompt, Session, Tokens, ToolCall } from '../record.ts'
import { endOf, sameCall } from './same-call.ts'

export interface Skipped {
  readonly path: string
  readonly reason: string
}

/** A tool call with its outcome. */
export type DoneTool = ToolCall & { readonly hasFailed: boolean }

/** The number of events that began in a quarter of an hour, which is counted from 1970. */
export interface Quarter {
  readonly quarter: number
  readonly count: number
  readonly failed: number
}

export const quarterMs = 15 * 60_000
export const hourMs = 4 * quarterMs

/** Calls of one session and model that began in the same hour, ended in the same quarter, and have the same price. */
export interface CallSums extends Tokens {
  readonly session: string
  readonly model: string
  readonly hour: number
  readonly endQuarter: number
  readonly calls: number
  /** The number of tokens that the longest call read; it determines the price for all. */
  readonly longestRead: number
  /** The cost that the agent reported, in billionths of a dollar; null if it reported none. */
  readonly reportedNanos: number | null
  readonly firstMs: number
  readonly lastMs: number
}

type Row = Record<string, SQLOutputValue>
type Keyed = Prompt

const wanted = 'select id from files where agent = $agent and id not in (select id from unwanted)'
const ofAgent = `file in (${wanted})`
/** Puts copies next to each other, and usually the original first. */
const inOrder = 'order by key, time, '

/** The history of one agent without duplicates, whatever the order in which copies were recorded. */
export class Ledger {
  /** By key, in the order of discovery. */
  readonly sessions: ReadonlyMap<string, Session>
  /** The number of records, including copies. */
  readonly records: number
  readonly skippedFiles: readonly Skipped[]
  readonly #database: DatabaseSync
  readonly #agent: string

  /** The table `unwanted` has the files of other homes; `skipped` has what was skipped before files were read. */
  constructor(database: DatabaseSync, agent: string, skipped: readonly Skipped[]) {
    this.#database = database
    this.#agent = agent
    const sessions = new Map<string, Session>()
    const told = `select session from sessions join files on id = file where ${ofAgent} order by path, n`
    for (const { session } of this.#rows(told)) {
      const one: Session = JSON.parse(String(session))
      const known = sessions.get(one.key)
      sessions.set(one.key, known ? merged(known, one) : one)
    }
    this.sessions = sessions
    const files = [...this.#rows(`select path, records, skipped from files where id in (${wanted}) order by path`)]
    this.records = files.reduce((sum, { records }) => sum + Number(records), 0)
    const ofFiles = files.flatMap(({ path, skipped: reasons }) =>
      (JSON.parse(String(reasons)) as string[]).map((reason) => ({ path: String(path), reason })),
    )
    this.skippedFiles = [...skipped, ...ofFiles]
  }

  /** The model calls, in no particular order. */
  calls(): Generator<ModelCall> {
    return this.#calls('')
  }

  /** The same as sums. Most calls are in one file only, and SQL adds them up without an object for each. */
  *callSums(): Generator<CallSums> {
    this.#database.exec('create temp table if not exists copies (agent text, key text, primary key (agent, key))')
    this.#database
      .prepare(
        `insert or ignore into copies select $agent, key from calls where ${ofAgent} group by key having count(*) > 1`,
      )
      .run({ agent: this.#agent })
    const read = 'input + cache_read + cache_write + cache_write_hour'
    const bounds = promptBounds().map((bound) => `(${read} > ${bound})`)
    yield* this.#rows(
      `select session, model, time / ${hourMs} as hour, (time + took) / ${quarterMs} as endQuarter, count(*) as calls,
         max(1.0 * (${read})) as longestRead, sum(round(cost * ${nanosOfDollar})) as reportedNanos,
         min(time) as firstMs, max(time) as lastMs, total(input) as input, total(cache_read) as cacheRead,
         total(cache_write) as cacheWrite, total(cache_write_hour) as cacheWriteHour, total(output) as output,
         total(reasoning) as reasoning
       from calls where ${ofAgent} and key not in (select key from copies where agent = $agent)
       group by session, model, hour, endQuarter, cost is null, ${bounds.join(' + ')}`,
    ) as Iterable<Row & CallSums>
    for (const call of this.#calls('and key in (select key from copies where agent = $agent)')) yield sumsOf(call)
  }

  #calls(which: string): Generator<ModelCall> {
    const rows = this.#rows(
      `select key, session, time, took, model, input, cache_read, cache_write, cache_write_hour, output, reasoning, cost,
         telemetry
       from calls where ${ofAgent} ${which} ${inOrder} output desc, file, n`,
    )
    return once(rows, callOf, (known, told) => sameCall(known, told, this.#first(known, told)))
  }

  tools(): Iterable<DoneTool> {
    const rows = this.#rows(
      `select key, coalesce(session, '') as session, coalesce(time, 0) as time, coalesce(name, '') as name, failed
       from tools where ${ofAgent} ${inOrder} file, n`,
    )
    const merge = (one: DoneTool, other: DoneTool) => ({
      ...(one.timeMs === 0 ? other : other.timeMs === 0 ? one : this.#first(one, other)),
      hasFailed: one.hasFailed || other.hasFailed,
    })
    // A failure may belong to a call that is in no file.
    return once(rows, toolOf, merge).filter(({ timeMs }) => timeMs !== 0)
  }

  prompts(): Generator<Prompt> {
    const rows = this.#rows(`select key, session, time from prompts where ${ofAgent} ${inOrder} file, n`)
    return once(rows, keyedOf, (one, other) => this.#first(one, other))
  }

  /** Counts tool calls in SQL, without an object for each. */
  toolQuarters(): Quarter[] {
    return this.#quarters('select min(time) as time, max(failed) as failed from tools')
  }

  promptQuarters(): Quarter[] {
    return this.#quarters('select min(time) as time, 0 as failed from prompts')
  }

  #quarters(select: string): Quarter[] {
    const rows = this.#rows(
      `select time / ${quarterMs} as quarter, count(*) as count, sum(failed) as failed
       from (${select} where ${ofAgent} group by key) where time is not null group by quarter`,
    )
    return [...rows] as unknown as Quarter[]
  }

  #rows(select: string): Iterable<Row> {
    return this.#database.prepare(select).iterate({ agent: this.#agent })
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

/** Merges rows with the same key; the rows must be sorted by key. */
function* once<T extends Keyed>(rows: Iterable<Row>, read: (row: Row) => T, merge: (a: T, b: T) => T): Generator<T> {
  let last: T | undefined
  for (const row of rows) {
    const next = read(row)
    if (last?.key === next.key) last = merge(last, next)
    else {
      if (last) yield last
      last = next
    }
  }
  if (last) yield last
}

function keyedOf({ key, session, time }: Row): Keyed {
  return { key: String(key), session: String(session), timeMs: Number(time) }
}

function toolOf(row: Row): DoneTool {
  return { ...keyedOf(row), name: String(row.name), hasFailed: row.failed === 1 }
}

function callOf(row: Row): ModelCall {
  const timeMs = Number(row.time)
  return {
    key: String(row.key),
    session: String(row.session),
    timeMs,
    endMs: row.took === 0 ? undefined : timeMs + Number(row.took),
    model: String(row.model),
    tokens: {
      input: Number(row.input),
      cacheRead: Number(row.cache_read),
      cacheWrite: Number(row.cache_write),
      cacheWriteHour: Number(row.cache_write_hour),
      output: Number(row.output),
      reasoning: Number(row.reasoning),
    },
    cost: row.cost === null ? undefined : Number(row.cost),
    telemetryId: row.telemetry === null ? undefined : String(row.telemetry),
  }
}

function sumsOf(call: ModelCall): CallSums {
  const { session, model, timeMs, tokens, cost } = call
  return {
    session,
    model,
    hour: Math.floor(timeMs / hourMs),
    endQuarter: Math.floor(endOf(call) / quarterMs),
    calls: 1,
    ...tokens,
    longestRead: tokens.input + tokens.cacheRead + tokens.cacheWrite + tokens.cacheWriteHour,
    reportedNanos: cost === undefined ? null : Math.round(cost * nanosOfDollar),
    firstMs: timeMs,
    lastMs: timeMs,
  }
}

/** A session is recorded again if its first record had fewer details than a later one. */
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
