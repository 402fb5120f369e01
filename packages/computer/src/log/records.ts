import type { ContentBlock } from '@muster/contract/message'
import type { Update } from '@muster/contract/relay/from-computer'
import type { ReportedCost } from '@muster/contract/relay/work-report'
import type { SessionSettings, TokenUsage } from '@muster/contract/session'

/** A message that the computer has stored. */
export interface TakenTurn {
  readonly turnId: string
  readonly content: readonly ContentBlock[]
  readonly settings: SessionSettings
  readonly earlierTurns: number
  /** Why the turn cannot run. */
  readonly fault?: string
}

/** Where the agent stores the conversation. */
export interface AgentMemory {
  readonly agentId: string
  readonly agentSessionId: string
  readonly folder: string
  /** The agent's total usage, for agents that report totals. */
  readonly used?: TokenUsage
  /** The cost of the session, as last reported by the agent. */
  readonly cost?: ReportedCost
  /** The values that were set before the session changed them, by the agent's option. */
  readonly before?: Readonly<Record<string, string>>
}

/** A line of the log of a session. */
export type LogRecord =
  | { readonly r: 'taken'; readonly at: number; readonly turn: TakenTurn }
  | { readonly r: 'agent'; readonly agent: AgentMemory }
  /** Written before the agent gets the message, so that the agent never gets it twice. */
  | { readonly r: 'prompt_sent'; readonly turnId: string; readonly at: number }
  | { readonly r: 'update'; readonly turnId: string; readonly update: Update; readonly at: number }
  /** The service has stored the updates up to this number. */
  | { readonly r: 'acked'; readonly turnId: string; readonly seq: number }
  /** The service has ended the turn. */
  | { readonly r: 'over'; readonly turnId: string }
  /** No work is left; a starting daemon need not read further. */
  | { readonly r: 'rest' }
