import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { AgentHistory, Memory, Surroundings } from './agents/agent-history.ts'
import { type End, hasEnd } from './files/read-lines.ts'
import { type FileVersion, versionOf } from './files/version.ts'
import { Ledger, type Skipped } from './ledger/ledger.ts'
import { Recorder } from './ledger/recorder.ts'

/** The history of one agent. */
export interface History {
  readonly agent: AgentHistory
  /** The folders that were searched. */
  readonly roots: readonly string[]
  /** The number of files; 0 if the agent was never used here. */
  readonly files: number
  readonly ledger: Ledger
}

/** The progress of reading. */
export interface Progress {
  /** The number of files read so far, or known from the cache. */
  readonly files: number
  readonly allFiles: number
  readonly bytes: number
  readonly allBytes: number
}

/** A file to read. */
interface Job extends FileVersion {
  readonly agent: AgentHistory
  readonly root: string
  readonly path: string
}

/** The stored state of a file. */
interface Known {
  readonly id: number
  readonly version: string | null
  readonly records: number
  readonly memory: string
}

type Row = Record<string, SQLOutputValue>

/** The duration of a transaction. Other processes can write between two transactions. */
const transactionMs = 100

/** Reads changed files below homes into the tables. Yields regularly. */
export function* readInto(
  database: DatabaseSync,
  homes: readonly Surroundings[],
  agents: readonly AgentHistory[],
  tell: (progress: Progress) => void,
): Generator<void, History[]> {
  const tables = new Tables(database)
  const jobs: Job[] = []
  const progress = { files: 0, allFiles: 0, bytes: 0, allBytes: 0 }
  const parts = agents.map((agent) => {
    const skipped: Skipped[] = []
    const sink = { skipped: (path: string, reason: string) => void skipped.push({ path, reason }) }
    const roots = homes.flatMap((home) => agent.roots(home))
    const before = progress.allFiles
    for (const root of roots.map((each) => resolve(each))) {
      tables.visit(agent, root)
      for (const path of agent.find(root, sink)) {
        const { size, version } = versionOf(path)
        const isKnown = tables.isKnown(agent, path, version)
        if (!isKnown) jobs.push({ agent, root, path, size, version })
        progress.files += isKnown ? 1 : 0
        progress.bytes += isKnown ? size : 0
        progress.allFiles += 1
        progress.allBytes += size
      }
    }
    return { agent, roots, files: progress.allFiles - before, skipped }
  })
  const show = (bytes = 0) => {
    progress.bytes += bytes
    // A file that grows while it is read yields more bytes than it had.
    tell({ ...progress, bytes: Math.min(progress.bytes, progress.allBytes) })
  }
  show()
  const recorder = new Recorder(database, show)
  tables.forgetGone()
  for (const job of jobs) {
    const before = progress.bytes
    yield* tables.read(job, recorder)
    progress.files += 1
    progress.bytes = before + job.size
    show()
    yield
  }
  tables.end()
  return parts.map(({ skipped, ...part }) => ({ ...part, ledger: new Ledger(database, part.agent.agent, skipped) }))
}

/** The tables during one run, with the state of the files that it found. */
class Tables {
  readonly #database: DatabaseSync
  readonly #found = new Set<string>()
  readonly #visited = new Set<string>()
  /** The files in the tables, by agent and path. */
  readonly #files = new Map<string, Row>()
  readonly #known
  readonly #keep
  #begunMs: number | undefined
  #lastId = 0

  constructor(database: DatabaseSync) {
    this.#database = database
    for (const row of this.#rows('agent, root, path, version')) this.#files.set(`${row.agent} ${row.path}`, row)
    this.#known = database.prepare('select id, version, records, memory from files where path = ? and agent = ?')
    this.#keep = database.prepare('insert or replace into files values (?, ?, ?, ?, ?, ?, ?, ?)')
  }

  visit({ agent }: AgentHistory, root: string): void {
    this.#visited.add(`${agent} ${root}`)
  }

  /** Records that a file exists. Returns whether this version of it is in the tables. */
  isKnown({ agent }: AgentHistory, path: string, version: string): boolean {
    const name = `${agent} ${path}`
    this.#found.add(name)
    return this.#files.get(name)?.version === version
  }

  /** Deletes files that no longer exist. Files of other homes stay. */
  forgetGone(): void {
    for (const [name, { agent, root, path }] of this.#files) {
      if (this.#found.has(name)) continue
      if (this.#visited.has(`${agent} ${root}`) || !existsSync(String(root))) this.#forget(agent, path)
    }
  }

  /** Reads a file, or only its end if it was appended to, unless another process has done so meanwhile. */
  *read(job: Job, recorder: Recorder): Generator<void> {
    const { agent, root, path } = job
    this.#begin()
    const known = this.#known.get(path, agent.agent) as Known | undefined
    if (known && known.version === job.version) return
    const memory = known ? memoryOf(known, job) : undefined
    if (known && !memory) this.#forget(agent.agent, path)
    const id = known && memory ? known.id : this.#nextId()
    const kept = memory ?? {}
    recorder.begin(id, known && memory ? known.records : 0)
    yield* agent.read(path, root, recorder, kept)
    recorder.end()
    // A file that grows meanwhile has another version in the next run.
    const version = recorder.hasFailed ? null : job.version
    const told = [recorder.records, JSON.stringify(kept), JSON.stringify(recorder.reasons)] as const
    this.#keep.run(id, agent.agent, root, path, version, ...told)
    if (Date.now() - Number(this.#begunMs) >= transactionMs) this.#commit()
  }

  /** From here on the data is fixed, whatever other processes write. */
  end(): void {
    this.#commit()
    this.#database.exec('begin; create temp table unwanted (id integer primary key)')
    const leave = this.#database.prepare('insert into unwanted values (?)')
    for (const { id, agent, path } of this.#rows('id, agent, path')) {
      if (!this.#found.has(`${agent} ${path}`)) leave.run(Number(id))
    }
  }

  #rows(columns: string): Iterable<Row> {
    return this.#database.prepare(`select ${columns} from files`).iterate()
  }

  #forget(agent: SQLOutputValue = null, path: SQLOutputValue = null): void {
    this.#begin()
    this.#database.prepare('delete from files where agent = ? and path = ?').run(agent, path)
  }

  #nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  #begin(): void {
    if (this.#begunMs !== undefined) return
    this.#begunMs = Date.now()
    this.#database.exec('begin immediate')
    this.#lastId = Number(this.#database.prepare('select coalesce(max(id), 0) as id from files').get()?.id)
  }

  #commit(): void {
    if (this.#begunMs !== undefined) this.#database.exec('commit')
    this.#begunMs = undefined
  }
}

/** The memory of a file that was only appended to; otherwise undefined. */
function memoryOf(known: Known, { path, size, version }: Job): Memory | undefined {
  try {
    const memory: Memory = JSON.parse(known.memory)
    const end = memory.end as End | undefined
    if (known.version === null || version === '' || end === undefined || size <= end.at) return undefined
    return hasEnd(path, end) ? memory : undefined
  } catch {
    return undefined
  }
}
