import { describe, expect, it } from 'vitest'
import { percentile, sessionAverages } from './session-averages.ts'

describe('percentile', () => {
  it.each([
    [[], 50, 0],
    [[7], 50, 7],
    [[7], 90, 7],
    [[1, 2], 50, 1.5],
    [[1, 2, 3], 50, 2],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 90, 10],
    [[0, 10], 90, 9],
    [[1, 2, 3, 4], 90, 3.7],
  ])('of %j at %i is %f', (values, percent, expected) => {
    expect(percentile(Float64Array.from(values), percent)).toBeCloseTo(expected, 12)
  })
})

describe('sessionAverages', () => {
  it('takes ratios of sessions with a user turn, and averages over all sessions', () => {
    const sessions = [
      { toolCalls: 6, userTurns: 2 },
      { toolCalls: 0, userTurns: 1 },
      { toolCalls: 5, userTurns: 0 },
      { toolCalls: 0, userTurns: 0 },
    ]
    expect(sessionAverages(sessions)).toEqual({
      autonomy_ratio_avg: 1.5,
      autonomy_ratio_p50: 1.5,
      autonomy_ratio_p90: 2.7,
      tool_calls_per_session_avg: 2.75,
      user_turns_per_session_avg: 0.75,
    })
  })

  it('gives the same digits in any order', () => {
    const sessions = [1, 3, 7, 11, 13, 17, 19].map((userTurns) => ({ toolCalls: 1, userTurns }))
    expect(sessionAverages(sessions.toReversed())).toEqual(sessionAverages(sessions))
  })
})
