import { blank, type UsageEvent } from '../../events/usage-event.ts'
import { billableTokens } from '../draft.ts'
import { measuresOfQuantity } from './attributed-draft.ts'

/** A turn as the relay reported it. Each of its events contains one fact. */
export interface RelayedTurn {
  readonly beganMs: number
  readonly endedMs: number
  readonly events: readonly UsageEvent[]
}

/**
 * How much later than its turn telemetry may be dated: metrics carry the time of their export, which some agents do
 * once a minute, and users may have configured a longer interval.
 */
export const latenessMs = 10 * 60_000

const tokenFields = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens'] as const
type Amounts = readonly (readonly [kind: string, amount: number])[]

/**
 * The amounts in an event, by kind. Kinds are compared separately: an agent may report the result of a call with the
 * call or separately, lines with their file or separately, and leave anything out. Starts of sessions have no amounts,
 * because a session starts only once anyway.
 */
export function amountsOf(event: UsageEvent): Amounts {
  const { type, name, quantity, outcome, decision, linesAdded, linesRemoved } = event
  switch (type) {
    case 'session_start':
    case 'skill':
    case 'slash_command':
    case 'hook':
      return []
    case 'model_call':
      return tokenFields.map((field) => [field, event[field]] as const)
    case 'message':
    case 'line_change':
    case 'active_time':
      return [[`${type} ${name}`, quantity]]
    default: {
      const own = type === 'file' ? `${type} ${name}` : type
      return [
        ...(type === 'tool_result' || type === 'tool_decision' ? [] : [[own, quantity] as const]),
        ...(outcome === '' ? [] : [['result', quantity] as const]),
        ...(decision === '' ? [] : [[`decision ${decision}`, quantity] as const]),
        ...(linesAdded === null ? [] : [['line_change added', linesAdded] as const]),
        ...(linesRemoved === null ? [] : [['line_change removed', linesRemoved] as const]),
      ]
    }
  }
}

/**
 * Subtracts other reports of the same session from the events of turns, in the order of the turns. A report belongs to
 * a turn that had begun by then and ended at most `latenessMs` before; if several turns qualify, to the one that ended
 * first. So more reports leave a smaller remainder, in whatever order they arrive.
 */
export function remaindersOf(turns: readonly RelayedTurn[], told: readonly UsageEvent[]): UsageEvent[] {
  const inOrder = [...turns].sort((a, b) => a.endedMs - b.endedMs)
  const taken = inOrder.map(() => new Map<string, number>())
  const needed = inOrder.map(({ events }) => sumOf(events.filter(canGiveWay)))
  for (const event of [...told].sort((a, b) => a.timeMs - b.timeMs)) {
    for (const [kind, amount] of amountsOf(event)) {
      let rest = amount
      for (const [index, { beganMs, endedMs }] of inOrder.entries()) {
        if (rest === 0) break
        if (event.timeMs < beganMs || event.timeMs > endedMs + latenessMs) continue
        const before = taken[index]?.get(kind) ?? 0
        const more = Math.min(rest, (needed[index]?.get(kind) ?? 0) - before)
        if (more > 0) taken[index]?.set(kind, before + more)
        rest -= Math.max(0, more)
      }
    }
  }
  return inOrder.flatMap(({ events }, index) => {
    const left = taken[index] ?? new Map<string, number>()
    return events.map((event) => (canGiveWay(event) ? withoutTaken(event, left) : event))
  })
}

/** A commit with its hash is the same event for every reporter, so it is never subtracted. */
function canGiveWay({ type, name }: UsageEvent): boolean {
  return type !== 'session_start' && !((type === 'commit' || type === 'pull_request') && name !== '')
}

function sumOf(events: readonly UsageEvent[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [kind, amount] of events.flatMap(amountsOf)) sums.set(kind, (sums.get(kind) ?? 0) + amount)
  return sums
}

/** Subtracts the remaining amounts from this event. The first events of a turn are reduced first. */
function withoutTaken(event: UsageEvent, left: Map<string, number>): UsageEvent {
  const rests = amountsOf(event).map(([kind, amount]) => {
    const less = Math.min(amount, left.get(kind) ?? 0)
    if (less > 0) left.set(kind, (left.get(kind) ?? 0) - less)
    return { amount, rest: amount - less }
  })
  if (rests.every(({ amount, rest }) => rest === amount)) return event
  if (rests.every(({ rest }) => rest === 0)) return withdrawn(event)
  const [first = { rest: 0 }, ...others] = rests
  if (event.type !== 'model_call') return withQuantity(event, first.rest)
  const [outputTokens = 0, read = 0, write = 0] = others.map(({ rest }) => rest)
  const inputTokens = first.rest
  const cacheReadTokens = Math.min(read, inputTokens)
  const cacheWriteTokens = Math.min(write, inputTokens - cacheReadTokens)
  const tokens = { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }
  // The reported cost covers all tokens. The cost of the remainder is estimated.
  return { ...event, ...tokens, billableTokens: billableTokens(tokens), cost: null, currency: '' }
}

function withQuantity(event: UsageEvent, quantity: number): UsageEvent {
  return { ...event, quantity, ...measuresOfQuantity(event.type, event.name, quantity) }
}

/** The smallest version of an event, which replaces any other and counts nothing. */
export function withdrawn({ id, timeMs, user, session, client, type }: UsageEvent): UsageEvent {
  return { id, timeMs, user, session, client, type, ...blank, quantity: 0 }
}

export function isWithdrawn({ name, quantity, inputTokens, outputTokens }: UsageEvent): boolean {
  return name === '' && quantity + inputTokens + outputTokens === 0
}
