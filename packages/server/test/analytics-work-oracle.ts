import type { UsageEvent } from '../src/know/events/usage-event.ts'

/** Dollars for a million tokens, as a person would look them up: by the length of the prompt, for each kind. */
export interface PlainPrice {
  readonly short: PlainAmounts
  readonly long?: { readonly above: number; readonly amounts: PlainAmounts }
}
interface PlainAmounts {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
  readonly cacheWriteHour?: number
}

/**
 * The right answers about money and work for some events, computed directly: one number at a time, as its definition
 * reads. It shares only types with the service. Estimates are exact, in picodollars.
 */
export function workOracle(events: readonly UsageEvent[], prices: Readonly<Record<string, PlainPrice>>) {
  const calls = events.filter(({ type }) => type === 'model_call')
  const estimated = calls.filter((call) => {
    return hasNoCost(call) && unpricedOf(call, prices[call.name]) < call.inputTokens + call.outputTokens
  })
  const tools = events.filter(({ type }) => ['tool_call', 'tool_result', 'tool_decision'].includes(type))
  const judged = tools.filter(({ outcome }) => outcome !== '')
  const decided = tools.filter(({ decision }) => decision !== '')
  const edits = decided.filter(({ name }) => ['Edit', 'apply_patch'].includes(name))
  const whoDecided = decided.filter(({ decidedBy }) => decidedBy !== '')
  const timedTools = tools.filter(({ durationMs }) => durationMs !== null)
  const timedCalls = calls.filter(({ durationMs }) => durationMs !== null)
  const lines = (measure: 'linesAdded' | 'linesRemoved', name: string) =>
    reported([
      ...events.flatMap((event) => event[measure] ?? []),
      ...events.flatMap((event) => (event.type === 'line_change' ? (event.name === name ? event.quantity : 0) : [])),
    ])
  const activeOf = (name: string) =>
    reported(events.flatMap((event) => (event.type === 'active_time' && event.name === name ? event.quantity : [])))
  const quantityOf = (some: readonly UsageEvent[], isCounted: (event: UsageEvent) => boolean) =>
    some.length === 0 ? null : sum(some.filter(isCounted).map(({ quantity }) => quantity))
  return {
    reportedNanos: reported(events.flatMap(({ cost, currency }) => (currency === 'USD' ? (cost ?? []) : []))),
    estimatedPicos:
      estimated.length === 0 ? null : estimated.reduce((total, call) => total + picosOf(call, prices), 0n),
    modelCalls: sum(calls.map(({ quantity }) => quantity)),
    unpricedTokens: sum(calls.map((call) => (hasNoCost(call) ? unpricedOf(call, prices[call.name]) : 0))),
    euros: reported(events.flatMap(({ cost, currency }) => (currency === 'EUR' ? (cost ?? []) : []))),
    work: {
      lines_added: lines('linesAdded', 'added'),
      lines_removed: lines('linesRemoved', 'removed'),
      edits_accepted: quantityOf(edits, ({ decision }) => decision === 'accept'),
      edits_refused: quantityOf(edits, ({ decision }) => decision === 'refuse'),
      calls_accepted: quantityOf(decided, ({ decision }) => decision === 'accept'),
      calls_refused: quantityOf(decided, ({ decision }) => decision === 'refuse'),
      calls_refused_by_person: quantityOf(
        whoDecided,
        ({ decision, decidedBy }) => decision === 'refuse' && decidedBy === 'person',
      ),
      calls_refused_by_policy: quantityOf(
        whoDecided,
        ({ decision, decidedBy }) => decision === 'refuse' && decidedBy === 'policy',
      ),
      tool_successes: quantityOf(judged, ({ outcome }) => outcome === 'success'),
      tool_errors: quantityOf(judged, ({ outcome }) => outcome === 'error'),
      tool_duration_ms: reported(timedTools.map(({ durationMs }) => durationMs ?? 0)),
      tool_duration_calls: timedTools.length || null,
      model_errors: reported(events.flatMap((event) => (event.type === 'model_failure' ? event.quantity : []))),
      model_duration_ms: reported(timedCalls.map(({ durationMs }) => durationMs ?? 0)),
      model_duration_calls: timedCalls.length || null,
      active_time_user_ms: activeOf('user'),
      active_time_agent_ms: activeOf('agent'),
      input_tokens: reported(calls.map(({ inputTokens }) => inputTokens)),
      cache_read_tokens: reported(calls.map(({ cacheReadTokens }) => cacheReadTokens)),
    },
  }
}

function hasNoCost({ cost, currency }: UsageEvent): boolean {
  return cost === null || currency === 'XXX'
}

function amountsOf({ quantity, inputTokens }: UsageEvent, { short, long }: PlainPrice): PlainAmounts {
  return long && quantity === 1 && inputTokens > long.above ? long.amounts : short
}

function picosOf(call: UsageEvent, prices: Readonly<Record<string, PlainPrice>>): bigint {
  const price = prices[call.name]
  if (!price) return 0n
  const amounts = amountsOf(call, price)
  const of = (tokens: number, dollars = 0) => BigInt(tokens) * BigInt(Math.round(dollars * 1_000_000))
  const uncached = call.inputTokens - call.cacheReadTokens - call.cacheWriteTokens
  return (
    of(uncached, amounts.input) +
    of(call.outputTokens, amounts.output) +
    of(call.cacheReadTokens, amounts.cacheRead) +
    of(call.cacheWriteTokens - (call.cacheWriteHourTokens ?? 0), amounts.cacheWrite) +
    of(call.cacheWriteHourTokens ?? 0, amounts.cacheWriteHour)
  )
}

function unpricedOf(call: UsageEvent, price: PlainPrice | undefined): number {
  if (!price) return call.inputTokens + call.outputTokens
  const { cacheRead, cacheWrite, cacheWriteHour } = amountsOf(call, price)
  const hour = call.cacheWriteHourTokens ?? 0
  return sum([
    cacheRead === undefined ? call.cacheReadTokens : 0,
    cacheWrite === undefined ? call.cacheWriteTokens - hour : 0,
    cacheWriteHour === undefined ? hour : 0,
  ])
}

function reported(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
