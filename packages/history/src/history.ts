import type { AgentHistory } from './agents/agent-history.ts'
import type { Ledger } from './ledger.ts'

/** What one agent left. */
export interface History {
  readonly agent: AgentHistory
  /** Where it was looked for. */
  readonly roots: readonly string[]
  /** How many files hold it; none when the agent was never used here. */
  readonly files: number
  readonly ledger: Ledger
}
