import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentHistory } from '../agents/agent-history.ts'
import { Ledger } from '../ledger.ts'
import type { Sink } from '../record.ts'
import { type Told, tellAgain, toldIn } from './told.ts'

/** Raise it when readers find something else in the same file: then the cache is invalid. */
const format = 1

/** Below this, reading again is as fast as caching. */
const worthBytes = 4 * 2 ** 20

interface Entry {
  readonly size: number
  readonly mtimeMs: number
  readonly told: Told
}

/**
 * Caches what files of an agent contain, as long as they have the same size and time. It may be deleted at any time; a
 * damaged or unwritable cache is ignored.
 */
export class HistoryIndex {
  readonly #path: string
  readonly #agent: AgentHistory
  readonly #known: ReadonlyMap<string, Entry>
  readonly #seen = new Map<string, Entry>()
  #readBytes = 0

  constructor(folder: string, agent: AgentHistory) {
    this.#agent = agent
    this.#path = join(folder, `history-${agent.agent}.json`)
    this.#known = load(this.#path)
  }

  /** Passes the content of the file to the sink, from the cache if that is still valid. */
  read(path: string, root: string, sink: Sink): void {
    // A file that grows while it is read has another size the next time.
    const stat = path.endsWith('.db') ? undefined : statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) {
      this.#agent.read(path, root, sink)
      return
    }
    const known = this.#known.get(path)
    const isSame = known !== undefined && known.size === stat.size && known.mtimeMs === stat.mtimeMs
    const entry = isSame ? known : { size: stat.size, mtimeMs: stat.mtimeMs, told: this.#readAlone(path, root) }
    if (!isSame) this.#readBytes += stat.size
    this.#seen.set(path, entry)
    tellAgain(entry.told, sink)
  }

  #readAlone(path: string, root: string): Told {
    const ledger = new Ledger()
    this.#agent.read(path, root, ledger)
    return toldIn(ledger)
  }

  /** Stores the cache if it saves enough the next time. */
  save(): void {
    if (this.#readBytes < worthBytes) return
    const text = JSON.stringify({ format, files: Object.fromEntries(this.#seen) })
    const aside = `${this.#path}.${process.pid}`
    try {
      mkdirSync(join(this.#path, '..'), { recursive: true, mode: 0o700 })
      writeFileSync(aside, text, { mode: 0o600 })
      renameSync(aside, this.#path)
    } catch {
      // The next run reads everything again.
    }
  }
}

function load(path: string): ReadonlyMap<string, Entry> {
  try {
    const kept: { format?: unknown; files?: Record<string, Entry> } = JSON.parse(readFileSync(path, 'utf8'))
    return new Map(kept.format === format ? Object.entries(kept.files ?? {}) : [])
  } catch {
    return new Map()
  }
}
