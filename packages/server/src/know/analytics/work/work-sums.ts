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

/** Reported sums of work; null for fields that nobody reported. */
export type WorkSums = Record<(typeof fields)[number], number | null>

const nothing = Object.fromEntries(fields.map((field) => [field, null])) as WorkSums

export function noWork(): WorkSums {
  return { ...nothing }
}

export function addWork(into: WorkSums, from: WorkSums): void {
  for (const field of fields) {
    const value = from[field]
    if (value !== null) into[field] = plusReported(into[field], value)
  }
}

/**
 * The fields and values that one fact adds to the sums. Most facts have few such fields, so adding only these is
 * faster.
 */
type ToldWork = readonly { readonly field: keyof WorkSums; readonly value: number }[]

export function addToldWork(into: WorkSums, told: ToldWork): void {
  for (const { field, value } of told) into[field] = plusReported(into[field], value)
}

/** Adds the tokens of model calls, which come with facts about money, so that facts about work need not have them. */
export function addTokens(into: WorkSums, { inputTokens, cacheReadTokens }: WorkFact): void {
  into.inputTokens = plusReported(into.inputTokens, inputTokens)
  into.cacheReadTokens = plusReported(into.cacheReadTokens, cacheReadTokens)
}

const toolTypes: ReadonlySet<string> = new Set(['tool_call', 'tool_result', 'tool_decision'])

export function isAboutTool({ type }: WorkFact): boolean {
  return toolTypes.has(type)
}

export function workOfFact(fact: WorkFact): ToldWork {
  const told: { field: keyof WorkSums; value: number }[] = []
  const tell = (field: keyof WorkSums, value: number | null) => {
    if (value !== null) told.push({ field, value })
  }
  const { type, name, quantity } = fact
  if (type === 'line_change') {
    // An agent that reports one of the two counts has a count of 0 for the other, which it leaves out.
    tell('linesAdded', name === 'removed' ? 0 : quantity)
    tell('linesRemoved', name === 'removed' ? quantity : 0)
  } else {
    tell('linesAdded', fact.linesAdded)
    tell('linesRemoved', fact.linesRemoved)
  }
  if (type === 'active_time') tell(name === 'user' ? 'activeUserMs' : 'activeAgentMs', quantity)
  if (type === 'model_failure') tell('modelErrors', quantity)
  if (type === 'model_call' && fact.durationMs !== null) {
    tell('modelDurationMs', fact.durationMs)
    tell('modelDurationCalls', fact.durationMsReports)
  }
  if (isAboutTool(fact)) tellTool(tell, fact)
  return told
}

function tellTool(tell: (field: keyof WorkSums, value: number | null) => void, fact: WorkFact): void {
  const { name, outcome, decision, decidedBy, quantity } = fact
  if (outcome !== '') {
    tell('toolSuccesses', outcome === 'success' ? quantity : 0)
    tell('toolErrors', outcome === 'error' ? quantity : 0)
  }
  if (fact.durationMs !== null) {
    tell('toolDurationMs', fact.durationMs)
    tell('toolDurationCalls', fact.durationMsReports)
  }
  if (decision === '') return
  const [accepted, refused] = decision === 'accept' ? [quantity, 0] : [0, quantity]
  tell('callsAccepted', accepted)
  tell('callsRefused', refused)
  if (decidedBy !== '') {
    tell('refusedByPerson', decidedBy === 'person' ? refused : 0)
    tell('refusedByPolicy', decidedBy === 'policy' ? refused : 0)
  }
  if (!editTools.has(name)) return
  tell('editsAccepted', accepted)
  tell('editsRefused', refused)
}

/** Tools that change files, in the names of every agent. */
const editing = ['Edit', 'MultiEdit', 'Write', 'NotebookEdit']
const editTools = new Set([
  ...editing,
  ...Object.values(toolNames).flatMap((tools) =>
    Object.entries(tools).flatMap(([tool, same]) => (same.some((one) => editing.includes(one)) ? [tool] : [])),
  ),
])

/** Formats the sums for rows. */
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
