import type { EventDraft } from './draft.ts'

/** The last point that was seen of a running total. */
export interface CounterState {
  readonly startTimeNs: string
  readonly timeNs: string
  readonly quantity: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
}

const amounts = ['quantity', 'inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens'] as const

export interface CounterStep {
  /** What is new since the last point; undefined when nothing is. */
  readonly draft: EventDraft | undefined
  readonly state: CounterState
}

/**
 * Turns a point of a running total into what is new since the last point that was seen of its series. A point that
 * comes late, after a later one, adds nothing: what it tells is already in the later one. A total that begins anew, or
 * that shrank without saying so, counts from zero.
 */
export function advanceCounter(draft: EventDraft, last: CounterState | undefined): CounterStep {
  const { counter, ...rest } = draft
  if (counter === undefined) throw new TypeError('The draft is no point of a running total.')
  const state: CounterState = { ...pickAmounts(draft), startTimeNs: counter.startTimeNs, timeNs: counter.timeNs }
  if (last === undefined || isLater(state.startTimeNs, last.startTimeNs)) return { draft: orNothing(rest), state }
  if (!isLater(state.timeNs, last.timeNs) || isLater(last.startTimeNs, state.startTimeNs)) {
    return { draft: undefined, state: last }
  }
  const shrank = amounts.some((amount) => state[amount] < last[amount])
  if (shrank) return { draft: orNothing(rest), state }
  const difference = { ...rest }
  for (const amount of amounts) difference[amount] = state[amount] - last[amount]
  return { draft: orNothing(difference), state }
}

function pickAmounts(draft: EventDraft): Pick<EventDraft, (typeof amounts)[number]> {
  const { quantity, inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = draft
  return { quantity, inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }
}

function orNothing(draft: EventDraft): EventDraft | undefined {
  return amounts.some((amount) => draft[amount] > 0) ? draft : undefined
}

/** Compares nanoseconds as decimal digits. */
function isLater(a: string, b: string): boolean {
  return a.length === b.length ? a > b : a.length > b.length
}
