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

/** What a computer tells of a turn besides its messages, to be counted. What the agent did not say is left out. */

export const maxReportedCalls = 2_000
export const maxReportedFiles = 100
export const maxReportedModels = 50

const Count = Type.Integer({ minimum: 0, maximum: 1_000 })
const Lines = Type.Integer({ minimum: 0, maximum: maxLinesOfFile })
const Duration = Type.Integer({ minimum: 0, maximum: maxDurationMs })

/** A file that a tool created or changed. Of its path only its own name is told. */
const ChangedFile = Type.Object({
  operation: Type.Enum(['create', 'edit']),
  name: text(1, 255),
  linesAdded: Type.Optional(Lines),
  linesRemoved: Type.Optional(Lines),
})
export type ChangedFile = Static<typeof ChangedFile>

/** What came of a tool call: it ran to its end, or it was refused and did not run. */
export const CallReport = Type.Object({
  /** As in the messages, unless it was refused before it was in any. */
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

/** How a turn went. */
export const TurnReport = Type.Object({
  /** When the agent got the message, and when it was done with it, by the clock of the computer and so of the agent. */
  startedAt: UnixMs,
  endedAt: UnixMs,
  /** Without the time in which it waited for people. */
  activeMs: Duration,
  /** Of a call of the model that ended the turn with an error: its kind, if the agent says that it was one. */
  modelError: Type.Optional(Type.String({ pattern: errorKindPattern })),
  calls: Type.Array(CallReport, { maxItems: maxReportedCalls }),
})
export type TurnReport = Static<typeof TurnReport>

/** The tokens of a turn by model, where an agent says so. */
export const ModelUsage = Type.Object({ model: Type.Optional(text(1, maxNameLength)), usage: TokenUsage })
export type ModelUsage = Static<typeof ModelUsage>
export const ModelUsages = Type.Array(ModelUsage, { maxItems: maxReportedModels })

/** What a turn cost, as its agent says. */
export const ReportedCost = Type.Object({
  amount: Type.Number({ minimum: 0, maximum: maxCostOfCall }),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
})
export type ReportedCost = Static<typeof ReportedCost>

/** Which agent works, and where. A repository is told without credentials. */
export const circumstances = {
  agent: Type.Optional(text(1, 100)),
  agentVersion: Type.Optional(text(1, maxVersionLength)),
  repository: Type.Optional(text(1, maxNameLength)),
  branch: Type.Optional(text(1, maxNameLength)),
}
