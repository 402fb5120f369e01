import { toolNames } from '@muster/contract/tool-names'
import type { WorkFact } from '../../events/fact-shape.ts'
import { fraction } from '../session-averages.ts'
import { plusReported } from './cost-sums.ts'

const fields = [
  'linesAdded',
  'linesRemoved',
  'editsAccepted',
  'editsRefused',
  'callsAccepted',
  'callsRefused',
  'refusedByPerson',
  'refusedByPolicy',
  'toolSuccesses',
  'toolErrors',
  'toolDurationMs',
  'toolDurationCalls',
  'modelErrors',
  'modelDurationMs',
  'modelDurationCalls',
  'activeUserMs',
  'activeAgentMs',
  'inputTokens',
  'cacheReadTokens',
] as const

/** What was reported of some work; null is what nobody reported. */
export type WorkSums = Record<(typeof fields)[number], number | null>

const nothing = Object.fromEntries(fields.map((field) => [field, null])) as WorkSums

export function noWork(): WorkSums {
  return { ...nothing }
}

/** Most facts tell only of a few things. */
export function addWork(into: WorkSums, from: WorkSums): void {
  for (const field of fields) {
    const value = from[field]
    if (value !== null) into[field] = plusReported(into[field], value)
  }
}

const toolTypes: ReadonlySet<string> = new Set(['tool_call', 'tool_result', 'tool_decision'])

export function isAboutTool({ type }: WorkFact): boolean {
  return toolTypes.has(type)
}

export function workOfFact(fact: WorkFact): WorkSums {
  const work = noWork()
  const { type, name, quantity } = fact
  work.linesAdded = fact.linesAdded
  work.linesRemoved = fact.linesRemoved
  if (type === 'line_change') work[name === 'removed' ? 'linesRemoved' : 'linesAdded'] = quantity
  if (type === 'active_time') work[name === 'user' ? 'activeUserMs' : 'activeAgentMs'] = quantity
  if (type === 'model_failure') work.modelErrors = quantity
  if (type === 'model_call') {
    work.inputTokens = fact.inputTokens
    work.cacheReadTokens = fact.cacheReadTokens
    if (fact.durationMs !== null) {
      work.modelDurationMs = fact.durationMs
      work.modelDurationCalls = fact.durationMsReports
    }
  }
  if (isAboutTool(fact)) addToolFact(work, fact)
  return work
}

function addToolFact(work: WorkSums, fact: WorkFact): void {
  const { name, outcome, decision, decidedBy, quantity } = fact
  if (outcome !== '') {
    work.toolSuccesses = outcome === 'success' ? quantity : 0
    work.toolErrors = outcome === 'error' ? quantity : 0
  }
  if (fact.durationMs !== null) {
    work.toolDurationMs = fact.durationMs
    work.toolDurationCalls = fact.durationMsReports
  }
  if (decision === '') return
  const isAccepted = decision === 'accept'
  work.callsAccepted = isAccepted ? quantity : 0
  work.callsRefused = isAccepted ? 0 : quantity
  if (decidedBy !== '') {
    work.refusedByPerson = !isAccepted && decidedBy === 'person' ? quantity : 0
    work.refusedByPolicy = !isAccepted && decidedBy === 'policy' ? quantity : 0
  }
  if (!editTools.has(name)) return
  work.editsAccepted = work.callsAccepted
  work.editsRefused = work.callsRefused
}

/** Tools that change files, in the names of every agent. */
const editing = ['Edit', 'MultiEdit', 'Write', 'NotebookEdit']
const editTools = new Set([
  ...editing,
  ...Object.values(toolNames).flatMap((tools) =>
    Object.entries(tools).flatMap(([tool, same]) => (same.some((one) => editing.includes(one)) ? [tool] : [])),
  ),
])

/** As rows tell it. */
export function shownWork(work: WorkSums) {
  const average = (sum: number | null, count: number | null) => (sum === null || !count ? null : fraction(sum, count))
  return {
    lines_added: work.linesAdded,
    lines_removed: work.linesRemoved,
    edits_accepted: work.editsAccepted,
    edits_refused: work.editsRefused,
    calls_accepted: work.callsAccepted,
    calls_refused: work.callsRefused,
    calls_refused_by_person: work.refusedByPerson,
    calls_refused_by_policy: work.refusedByPolicy,
    tool_successes: work.toolSuccesses,
    tool_errors: work.toolErrors,
    tool_duration_ms: work.toolDurationMs,
    tool_duration_calls: work.toolDurationCalls,
    tool_duration_ms_avg: average(work.toolDurationMs, work.toolDurationCalls),
    model_errors: work.modelErrors,
    model_duration_ms: work.modelDurationMs,
    model_duration_calls: work.modelDurationCalls,
    model_duration_ms_avg: average(work.modelDurationMs, work.modelDurationCalls),
    active_time_ms: plusReported(work.activeUserMs, work.activeAgentMs),
    active_time_user_ms: work.activeUserMs,
    active_time_agent_ms: work.activeAgentMs,
    input_tokens: work.inputTokens,
    cache_read_tokens: work.cacheReadTokens,
    cache_hit_rate: average(work.cacheReadTokens, work.inputTokens),
  }
}
