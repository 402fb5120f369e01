import { type CallReport, maxReportedCalls, type TurnReport } from '@muster/contract/relay/work-report'
import { maxDurationMs } from '@muster/contract/telemetry'
import { type Loose, listOf, objectOf, textOf } from '../acp/loose.ts'
import { AgentError } from '../acp/peer.ts'
import { exitCodeOf, workOf } from '../transcript/call-work.ts'
import { modelErrorOf } from '../transcript/model-error.ts'
import type { ToolCall } from '../transcript/tool-call.ts'

/** Who decided about a call; `undefined` if the question was withdrawn. */
export type Decider = 'person' | 'policy' | undefined

interface Seen {
  readonly call: Pick<CallReport, 'id' | 'name'>
  diffs: readonly Loose[]
  rawOutput: Loose
  /** When it started to run: when it was first seen, or when it was allowed. */
  since: number
  isAsked: boolean
  decision?: Pick<CallReport, 'decision' | 'decidedBy'>
}

/** The times of a turn and the outcomes of its tool calls. */
export class TurnReports {
  readonly #now: () => number
  readonly #seen = new Map<string, Seen>()
  readonly #reports = new Map<string, CallReport>()
  #startedAt: number | undefined
  #modelError: string | undefined

  constructor(now: () => number) {
    this.#now = now
  }

  /** The agent receives the message now. */
  begin(): void {
    this.#startedAt = this.#now()
  }

  failed(error: unknown): void {
    if (error instanceof AgentError) this.#modelError = modelErrorOf(error)
  }

  /** `undefined` if the agent never received the message. `waitedMs` is the time spent waiting for people. */
  report(waitedMs: number): TurnReport | undefined {
    const startedAt = this.#startedAt
    if (startedAt === undefined) return undefined
    for (const { call, isAsked, decision } of this.#seen.values()) {
      if (isAsked && !decision) this.#add({ ...call, decision: 'refuse' })
    }
    const endedAt = Math.max(startedAt, this.#now())
    return {
      startedAt,
      endedAt,
      activeMs: durationOf(endedAt - startedAt - waitedMs),
      ...(this.#modelError && { modelError: this.#modelError }),
      calls: [...this.#reports.values()],
    }
  }

  see(call: ToolCall, { content, rawOutput, _meta }: Loose): void {
    const seen = this.#of(call)
    const diffs = listOf(content).filter(({ type }) => type === 'diff')
    if (diffs.length > 0) seen.diffs = diffs
    if (rawOutput !== undefined) seen.rawOutput = objectOf(rawOutput)
    // Claude Code reports in this field that its own rules kept a call from running.
    const kind = textOf(objectOf(objectOf(_meta).claudeCode).nonExecutionKind)
    const isAborted = kind === undefined || kind === 'interrupted' || kind === 'cancelled'
    if (!isAborted && !seen.isAsked) this.answered(call, false, kind === 'user-rejected' ? undefined : 'policy')
  }

  asked(call: ToolCall, question: Loose): void {
    this.#of(call).isAsked = true
    this.see(call, question)
  }

  answered(call: ToolCall, isAllowed: boolean, decidedBy: Decider): void {
    const seen = this.#of(call)
    seen.decision = { decision: isAllowed ? 'accept' : 'refuse', ...(decidedBy && { decidedBy }) }
    seen.since = this.#now()
    if (!isAllowed) this.#add({ ...seen.call, ...seen.decision })
  }

  /** A refused call did not run, whatever status its agent reports. */
  ended(call: ToolCall, output: unknown, isError: boolean): void {
    const { decision, since, ...seen } = this.#of(call)
    if (decision?.decision === 'refuse') return
    const hasFailed = isError || (exitCodeOf(seen.rawOutput) ?? 0) !== 0
    const work = hasFailed ? {} : workOf(call, { ...seen, output: textIn(output) })
    const durationMs = durationOf(this.#now() - since)
    this.#add({ ...seen.call, outcome: hasFailed ? 'error' : 'success', durationMs, ...decision, ...work })
  }

  #add(report: CallReport): void {
    const isBounded = report.id.length <= 200 && report.name.length <= 1000
    const hasRoom = this.#reports.size < maxReportedCalls || this.#reports.has(report.id)
    if (isBounded && hasRoom) this.#reports.set(report.id, report)
  }

  #of({ id, name }: ToolCall): Seen {
    const found = this.#seen.get(id)
    const call = { id, name }
    const seen = found ? { ...found, call } : { call, diffs: [], rawOutput: {}, since: this.#now(), isAsked: false }
    this.#seen.set(id, seen)
    return seen
  }
}

function durationOf(ms: number): number {
  return Math.min(Math.max(0, ms), maxDurationMs)
}

function textIn(output: unknown): string {
  return (
    textOf(output) ??
    listOf(output)
      .map(({ text }) => textOf(text) ?? '')
      .join('\n')
  )
}
