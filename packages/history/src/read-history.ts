import { agentHistories } from './agents/agent-histories.ts'
import type { AgentHistory, Surroundings } from './agents/agent-history.ts'
import { Ledger } from './ledger.ts'

export interface History {
  readonly agent: AgentHistory
  readonly root: string
  /** How many files hold it; none when the agent was never used here. */
  readonly files: number
  readonly ledger: Ledger
}

/** Reads what agents left below a home. Nothing is written there, and nothing that fails stops the rest. */
export function readHistory(surroundings: Surroundings, agents: readonly AgentHistory[] = agentHistories): History[] {
  return agents.map((agent) => {
    const ledger = new Ledger()
    const root = agent.root(surroundings)
    const files = agent.find(root, ledger)
    for (const path of files) agent.read(path, root, ledger)
    return { agent, root, files: files.length, ledger }
  })
}
