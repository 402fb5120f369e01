import type { RecordedTransaction } from './record-transaction.ts'
import { computerId, computerOf, sessionId } from './rows.ts'

/** The source of a parameter's value when a recorded transaction is repeated. */
export type Source = 'session' | 'computer' | 'new id' | 'time' | 'seq' | { readonly fixed: string | null }

export interface Step {
  readonly name: string
  readonly text: string
  readonly sources: readonly Source[]
  /** The column of its answer that gives a later step the position of the message. */
  readonly tells: 'seq' | 'message_count' | undefined
}

/** A recorded transaction with its parameters told apart. */
export interface Transaction {
  readonly isExplicit: boolean
  readonly steps: readonly Step[]
}

interface RecordedRequest {
  readonly recorded: RecordedTransaction
  /** The number of the session that the request was about, and with it of the computer. */
  readonly session: number
  /** The place that the request's message got in its session. */
  readonly seq: number
  readonly at: number
  /** The ids that are the same in every request. */
  readonly knownIds: ReadonlySet<string>
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A value counts as the time of the request when it is this near to it. */
const timeToleranceMs = 60_000

/** Separates the parameters that differ between requests from the constant ones. */
export function toTransaction({ recorded, session, seq, at, knownIds }: RecordedRequest): Transaction {
  const sourceOf = (value: string | null): Source => {
    if (value === sessionId(session)) return 'session'
    if (value === computerId(computerOf(session))) return 'computer'
    if (value === null || knownIds.has(value)) return { fixed: value }
    if (uuid.test(value)) return 'new id'
    if (/^\d{13}$/.test(value) && Math.abs(Number(value) - at) < timeToleranceMs) return 'time'
    return value === String(seq) ? 'seq' : { fixed: value }
  }
  const steps = recorded.statements.map(({ name, text, values }) => ({ name, text, sources: values.map(sourceOf) }))
  const needsSeq = steps.findIndex(({ sources }) => sources.includes('seq'))
  const teller = steps.findLastIndex(({ text }, index) => index < needsSeq && columnTold(text) !== undefined)
  return {
    isExplicit: recorded.isExplicit,
    steps: steps.map((step, index) => ({ ...step, tells: index === teller ? columnTold(step.text) : undefined })),
  }
}

function columnTold(text: string): Step['tells'] {
  if (/\bas seq\b/.test(text)) return 'seq'
  return /^\s*select\b[^;]*\bmessage_count\b/.test(text) ? 'message_count' : undefined
}
