import type { AgentHistory } from './agents/agent-history.ts'
import type { Ledger } from './ledger/ledger.ts'

/** The history of one agent. */
export interface History {
  readonly agent: AgentHistory
  /** The folders that were searched. */
  readonly roots: readonly string[]
  /** How many files hold it; 0 if the agent was never used here. */
  readonly files: number
  readonly ledger: Ledger
}
