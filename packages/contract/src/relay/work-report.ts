import { type Static, Type } from 'typebox'
import { text, UnixMs } from '../schema.ts'
import { TokenUsage } from '../session.ts'
import {
  errorKindPattern,
  maxCostOfCall,
  maxDurationMs,
  maxLinesOfFile,
  maxNameLength,
  maxVersionLength,
} from '../telemetry.ts'

/** What a computer reports about a turn besides its messages. Fields that the agent did not report are absent. */

export const maxReportedCalls = 2_000
export const maxReportedFiles = 100
export const maxReportedModels = 50

const Count = Type.Integer({ minimum: 0, maximum: 1_000 })
const Lines = Type.Integer({ minimum: 0, maximum: maxLinesOfFile })
const Duration = Type.Integer({ minimum: 0, maximum: maxDurationMs })

/** A file that a tool created or changed. Only its base name is reported. */
const ChangedFile = Type.Object({
  operation: Type.Enum(['create', 'edit']),
  name: text(1, 255),
  linesAdded: Type.Optional(Lines),
  linesRemoved: Type.Optional(Lines),
})
export type ChangedFile = Static<typeof ChangedFile>

/** The outcome of a tool call: it completed, or it was refused and did not run. */
export const CallReport = Type.Object({
  /** The same id as in the messages, unless the call was refused before it appeared in one. */
  id: text(1, 200),
  name: text(1, 1000),
  outcome: Type.Optional(Type.Enum(['success', 'error'])),
  durationMs: Type.Optional(Duration),
  decision: Type.Optional(Type.Enum(['accept', 'refuse'])),
  decidedBy: Type.Optional(Type.Enum(['person', 'policy'])),
  files: Type.Optional(Type.Array(ChangedFile, { maxItems: maxReportedFiles })),
  commits: Type.Optional(Count),
  sha: Type.Optional(Type.String({ pattern: '^[0-9a-f]{40}([0-9a-f]{24})?$' })),
  pullRequests: Type.Optional(Count),
  pullRequestUrl: Type.Optional(text(1, 2000)),
})
export type CallReport = Static<typeof CallReport>

/** The outcome of a turn. */
export const TurnReport = Type.Object({
  /** When the agent received the message and when it finished, by the computer's clock. */
  startedAt: UnixMs,
  endedAt: UnixMs,
  /** Excludes the time spent waiting for people. */
  activeMs: Duration,
  /** The kind of the model error that ended the turn, if the agent reports it as one. */
  modelError: Type.Optional(Type.String({ pattern: errorKindPattern })),
  calls: Type.Array(CallReport, { maxItems: maxReportedCalls }),
})
export type TurnReport = Static<typeof TurnReport>

/** The tokens of a turn by model, if the agent reports them. */
export const ModelUsage = Type.Object({ model: Type.Optional(text(1, maxNameLength)), usage: TokenUsage })
export type ModelUsage = Static<typeof ModelUsage>
export const ModelUsages = Type.Array(ModelUsage, { maxItems: maxReportedModels })

/** The cost of a turn, as reported by its agent. */
export const ReportedCost = Type.Object({
  amount: Type.Number({ minimum: 0, maximum: maxCostOfCall }),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
})
export type ReportedCost = Static<typeof ReportedCost>

/** Which agent works, and where. Credentials are removed from the repository's address. */
export const circumstances = {
  agent: Type.Optional(text(1, 100)),
  agentVersion: Type.Optional(text(1, maxVersionLength)),
  repository: Type.Optional(text(1, maxNameLength)),
  branch: Type.Optional(text(1, maxNameLength)),
}
