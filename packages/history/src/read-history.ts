import { agentHistories } from './agents/agent-histories.ts'
import type { AgentHistory, Surroundings } from './agents/agent-history.ts'
import { Ledger } from './ledger.ts'

export interface History {
  readonly agent: AgentHistory
  /** Where it was looked for. */
  readonly roots: readonly string[]
  /** How many files hold it; none when the agent was never used here. */
  readonly files: number
  readonly ledger: Ledger
}

/**
 * Reads what agents left below homes. What stands in several of them counts once. Nothing is written there, and nothing
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
): History[] {
  return agents.map((agent) => {
    const ledger = new Ledger()
    const roots = homes.flatMap((home) => agent.roots(home))
    const found = roots.flatMap((root) => agent.find(root, ledger).map((path) => ({ root, path })))
    for (const { root, path } of found) agent.read(path, root, ledger)
    return { agent, roots, files: found.length, ledger }
  })
}
