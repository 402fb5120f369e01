import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentHistory } from '../agents/agent-history.ts'
import { Ledger } from '../ledger.ts'
import type { Sink } from '../record.ts'
import { type Told, tellAgain, toldIn } from './told.ts'

/** Raised when readers find something else in the same file than before: what was kept is then of no use. */
const format = 1

/** Below this, reading again is as quick as keeping. */
const worthBytes = 4 * 2 ** 20

interface Entry {
  readonly size: number
  readonly mtimeMs: number
  readonly told: Told
}

/**
 * Remembers what files of an agent told, as long as they have the same size and time. It may be thrown away at any time,
 * and one that is damaged or cannot be written is as good as none.
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

  /** Tells the sink what the file holds, from memory where that is still true. */
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

  /** Keeps what was seen, if that spares enough the next time. */
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
