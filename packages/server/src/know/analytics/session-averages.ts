import type { ToolsRow } from '@muster/contract/analytics'
import { sumOf } from './counts.ts'
import type { SessionDay } from './day-tally.ts'

type Turns = Pick<SessionDay, 'toolCalls' | 'userTurns'>

type SessionAverages = Pick<
  ToolsRow,
  | 'autonomy_ratio_avg'
  | 'autonomy_ratio_p50'
  | 'autonomy_ratio_p90'
  | 'tool_calls_per_session_avg'
  | 'user_turns_per_session_avg'
>

/**
 * Ratios are added from the smallest to the largest: floating-point sums depend on the order, and equal facts in any
 * order must give equal bytes. Nothing is rounded.
 */
export function sessionAverages(sessions: readonly Turns[]): SessionAverages {
  const ratios = Float64Array.from(
    sessions.filter(({ userTurns }) => userTurns > 0),
    ({ toolCalls, userTurns }) => toolCalls / userTurns,
  ).sort()
  return {
    autonomy_ratio_avg: fraction(
      ratios.reduce((sum, ratio) => sum + ratio, 0),
      ratios.length,
    ),
    autonomy_ratio_p50: percentile(ratios, 50),
    autonomy_ratio_p90: percentile(ratios, 90),
    tool_calls_per_session_avg: fraction(
      sumOf(sessions, ({ toolCalls }) => toolCalls),
      sessions.length,
    ),
    user_turns_per_session_avg: fraction(
      sumOf(sessions, ({ userTurns }) => userTurns),
      sessions.length,
    ),
  }
}

/** Returns 0 if the whole is 0. */
export function fraction(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

/** Linear interpolation between the two nearest values (type 7). `percent` is an integer, so that ranks are exact. */
export function percentile(sorted: Float64Array, percent: number): number {
  const rank = (sorted.length - 1) * percent
  const below = sorted[Math.floor(rank / 100)]
  if (below === undefined) return 0
  const above = sorted[Math.ceil(rank / 100)] ?? below
  return below + (above - below) * ((rank % 100) / 100)
}
