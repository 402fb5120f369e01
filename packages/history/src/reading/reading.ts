import { statSync } from 'node:fs'
import { agentHistories } from '../agents/agent-histories.ts'
import type { AgentHistory, Surroundings } from '../agents/agent-history.ts'
import { HistoryIndex } from '../cache/history-index.ts'
import type { History } from '../history.ts'
import { Ledger } from '../ledger/ledger.ts'
import type { Job } from './job.ts'
import { readJob } from './read-job.ts'

interface Part extends History {
  readonly index: HistoryIndex | undefined
}

interface ReadingOptions {
  readonly indexFolder?: string | undefined
  readonly keepsKeys?: boolean | undefined
  /** Called with the size of each file that must be read, as soon as it is found. */
  readonly expect?: ((bytes: number) => void) | undefined
}

/**
 * One reading of the histories below some homes: which files the index knows, and which must be read, those with the most
 * bytes first.
 */
export class Reading {
  readonly jobs: readonly Job[]
  readonly known: readonly Job[]
  /** Whether another thread, which knows only the agents of the table, can do the jobs too. */
  readonly isOfKnownAgents: boolean
  readonly #parts: readonly Part[]

  constructor(homes: readonly Surroundings[], agents: readonly AgentHistory[], options: ReadingOptions = {}) {
    const { indexFolder, keepsKeys = true, expect } = options
    this.isOfKnownAgents = agents.every((agent) => agentHistories.includes(agent))
    const jobs: Job[] = []
    const known: Job[] = []
    this.#parts = agents.map((agent) => {
      const ledger = new Ledger({ keepsKeys })
      const index = indexFolder === undefined ? undefined : new HistoryIndex(indexFolder, agent.agent)
      const roots = homes.flatMap((home) => agent.roots(home))
      let files = 0
      for (const root of roots) {
        for (const path of agent.find(root, ledger)) {
          files += 1
          const job = jobOf(agent, root, path)
          if (index?.has(job)) known.push(job)
          else {
            jobs.push(job)
            if (this.isOfKnownAgents) expect?.(job.size)
          }
        }
      }
      return { agent, roots, files, ledger, index }
    })
    this.jobs = jobs.sort((a, b) => b.size - a.size)
    this.known = known
  }

  /** Takes what the index knows of a file. False if that is damaged; then the file must be read. */
  takeKnown(job: Job): boolean {
    const { ledger, index } = this.#partOf(job)
    try {
      for (const piece of index?.find(job) ?? []) ledger.take(piece)
    } catch {
      return false
    }
    index?.keepKnown(job)
    return true
  }

  /** Reads a file while somebody goes through the answer. */
  do(job: Job, progress: (bytes: number) => void): Iterable<void> {
    const { agent } = this.#partOf(job)
    let isFirst = true
    const take = (piece: Buffer) => {
      this.take(job, piece, isFirst)
      isFirst = false
    }
    return readJob(agent, job, take, progress)
  }

  /** Takes a piece of what a file told. */
  take(job: Job, piece: Buffer, isFirst: boolean): void {
    const { ledger, index } = this.#partOf(job)
    ledger.take(piece)
    index?.keep(job, piece, isFirst)
  }

  end(): History[] {
    for (const { index } of this.#parts) index?.save()
    return this.#parts.map(({ agent, roots, files, ledger }) => ({ agent, roots, files, ledger }))
  }

  #partOf(job: Job): Part {
    const part = this.#parts.find(({ agent }) => agent.agent === job.agent)
    if (!part) throw new Error(`Nothing was asked of ${job.agent}.`)
    return part
  }
}

/** The version is from before the file is read, so that a file that grows meanwhile is read again the next time. */
function jobOf(agent: AgentHistory, root: string, path: string): Job {
  const { size = 0, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {}
  // What is new in a database may be in a file beside it, so it is always read.
  return { agent: agent.agent, root, path, size, mtimeMs: path.endsWith('.db') ? undefined : mtimeMs }
}
