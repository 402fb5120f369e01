import { statSync } from 'node:fs'
import type { AgentId } from '@muster/contract/agents'
import { agentHistories } from '../agents/agent-histories.ts'
import type { AgentHistory, Surroundings } from '../agents/agent-history.ts'
import { HistoryIndex, type Version } from '../cache/history-index.ts'
import { Told } from '../cache/told.ts'
import { textOfTold, toldInText } from '../cache/told-as-text.ts'
import type { History } from '../history.ts'
import { Ledger } from '../ledger.ts'

/** A file to read. */
export interface Job {
  readonly agent: AgentId
  readonly root: string
  readonly path: string
}

/** A file that the other thread has read. */
export interface Finished {
  readonly version: Version | undefined
  /** What it told, as `textOfTold` writes it. */
  readonly told: string
}

/** Jobs that two threads share: one begins with the first job, the other with the last. */
export interface SharedJobs {
  readonly jobs: readonly Job[]
  /** How many jobs both threads together have taken. */
  readonly taken: Int32Array
}

interface Part extends History {
  readonly index: HistoryIndex | undefined
}

/**
 * One reading of the histories below some homes. It tells at once what the index knows, and leaves the rest as jobs.
 */
export class Reading {
  readonly jobs: readonly Job[]
  /** Whether another thread, which knows only the agents of the table, can do the jobs too. */
  readonly isOfKnownAgents: boolean
  readonly #parts: readonly Part[]

  constructor(homes: readonly Surroundings[], agents: readonly AgentHistory[], indexFolder: string | undefined) {
    const jobs: Job[] = []
    this.#parts = agents.map((agent) => {
      const ledger = new Ledger()
      const index = indexFolder === undefined ? undefined : new HistoryIndex(indexFolder, agent.agent)
      const roots = homes.flatMap((home) => agent.roots(home))
      const found = roots.flatMap((root) =>
        agent.find(root, ledger).map((path) => ({ agent: agent.agent, root, path })),
      )
      jobs.push(...found.filter(({ path }) => !tellKnown(path, index, ledger)))
      return { agent, roots, files: found.length, ledger, index }
    })
    this.jobs = jobs
    this.isOfKnownAgents = agents.every((agent) => agentHistories.includes(agent))
  }

  /** Reads a file. Returns its size in bytes. */
  do(job: Job): number {
    const { agent, ledger, index } = this.#partOf(job)
    const { version, told } = readJob(agent, job)
    told.tell(ledger)
    if (version && index) index.keep(job.path, version, textOfTold(told))
    return version?.size ?? 0
  }

  /** Takes what somebody else has read, and returns how many bytes that were. */
  take(job: Job, { version, told }: Finished): number {
    const { ledger, index } = this.#partOf(job)
    toldInText(told).tell(ledger)
    if (version) index?.keep(job.path, version, told)
    return version?.size ?? 0
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
export function readJob(agent: AgentHistory, { path, root }: Job): { version: Version | undefined; told: Told } {
  const version = versionOf(path)
  const told = new Told()
  agent.read(path, root, told)
  return { version, told }
}

/** Databases have none, so they are always read. */
function versionOf(path: string): Version | undefined {
  return path.endsWith('.db') ? undefined : statSync(path, { throwIfNoEntry: false })
}

function tellKnown(path: string, index: HistoryIndex | undefined, ledger: Ledger): boolean {
  const version = index?.has(path) ? versionOf(path) : undefined
  const text = version && index?.find(path, version)
  if (text === undefined) return false
  try {
    toldInText(text).tell(ledger)
  } catch {
    return false
  }
  index?.keepKnown(path)
  return true
}
