import type { InForce } from '@muster/contract/relay/from-computer'
import type { CallReport, TurnReport } from '@muster/contract/relay/work-report'
import type { TokenUsage } from '@muster/contract/session'
import type { ClientType } from '@muster/contract/telemetry'
import { type EditedFile, editedFile } from '../../know/ingest/vocabulary/edited-files.ts'
import type { Spent } from './spent.ts'

/** The result of a tool call. Of its files only the kind is kept. */
type CountedCall = Omit<CallReport, 'files'> & { readonly files?: readonly EditedFile[] }

export type CountedReport = Omit<TurnReport, 'calls'> & { readonly calls: readonly CountedCall[] }

/** A turn that ended, with everything that is counted of it. */
export interface EndedTurn {
  readonly sessionId: string
  readonly turnId: string
  readonly userId: string
  readonly agentSession: string | null
  readonly client: ClientType
  readonly autonomyLevel: string | null
  readonly interactionMode: string | null
  readonly inForce?: InForce | null
  readonly isFirst: boolean
  readonly at: number
  /** When its message was posted. */
  readonly postedAt?: number
  /** Ids of the messages of the agent. */
  readonly answers: readonly string[]
  /** Calls of tools that have a result. */
  readonly tools: readonly { readonly id: string; readonly name: string; readonly isError?: boolean }[]
  readonly spent?: readonly Spent[] | null
  /** Absent if the computer died during the turn, or runs a version that reports nothing. */
  readonly report?: CountedReport | null
  /** The sum of `spent`, which is all that nodes of an earlier version read and write. */
  readonly usage: TokenUsage | null
  readonly model: string | null
}

/** The data of a turn that ends, without its messages. */
export interface EndingTurn {
  readonly organizationId: string
  readonly sessionId: string
  readonly turnId: string
  readonly usage: TokenUsage | null
  readonly spent: readonly Spent[] | null
  readonly report?: TurnReport | undefined
  readonly at: number
}

export function countedReport(report: TurnReport | undefined): CountedReport | undefined {
  return (
    report && {
      ...report,
      calls: report.calls.map(({ files, ...call }) => ({ ...call, ...(files && { files: files.map(toEditedFile) }) })),
    }
  )
}

function toEditedFile({ operation, name, ...lines }: NonNullable<CallReport['files']>[number]): EditedFile {
  return { ...editedFile(operation, name), ...lines }
}
