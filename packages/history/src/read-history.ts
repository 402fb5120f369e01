import { agentHistories } from './agents/agent-histories.ts'
import type { AgentHistory, Surroundings } from './agents/agent-history.ts'
import { HistoryIndex } from './cache/history-index.ts'
import { Ledger } from './ledger.ts'

export interface History {
  readonly agent: AgentHistory
  /** The searched folders. */
  readonly roots: readonly string[]
  /** How many files it has; 0 if the agent was never used here. */
  readonly files: number
  readonly ledger: Ledger
}

export interface HistoryOptions {
  /** Where to cache what files contain, so that the next run reads only changed ones. Default: nowhere. */
  readonly indexFolder?: string | undefined
}

/**
 * Reads what agents left below homes. A thing in several homes counts once. Nothing is written there, and nothing
 * that fails stops the rest.
 *
 * ```ts
 * const histories = readHistory([{ home: homedir(), environment: process.env }])
 * for (const { agent, files, ledger } of histories) console.log(agent.agent, files, ledger.calls.size)
 * ```
 */
export function readHistory(
  homes: readonly Surroundings[],
  agents: readonly AgentHistory[] = agentHistories,
  options: HistoryOptions = {},
): History[] {
  return agents.map((agent) => {
    const ledger = new Ledger()
    const roots = homes.flatMap((home) => agent.roots(home))
    const found = roots.flatMap((root) => agent.find(root, ledger).map((path) => ({ root, path })))
    const index = options.indexFolder === undefined ? undefined : new HistoryIndex(options.indexFolder, agent)
    for (const { root, path } of found) (index ?? agent).read(path, root, ledger)
    index?.save()
    return { agent, roots, files: found.length, ledger }
  })
}
