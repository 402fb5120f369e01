import { Times } from '../ledger/numbers.ts'
import type { DatedCall } from './dated-call.ts'

const hourMs = 3_600_000
export const blockMs = 5 * hourMs

/**
 * The spans of five hours that subscriptions count: one begins at the full hour of the first call after the last one
 * ended. Returns the start of a call's span.
 */
export function blocksOf(calls: Iterable<DatedCall>): (call: DatedCall) => string {
  const starts: number[] = []
  for (const timeMs of timesOf(calls)) {
    const start = starts.at(-1)
    if (start === undefined || timeMs >= start + blockMs) starts.push(Math.floor(timeMs / hourMs) * hourMs)
  }
  const names = starts.map((start) => new Date(start).toISOString())
  return ({ call }) => names[indexOfLast(starts, call.timeMs)] ?? new Date(call.timeMs).toISOString()
}

/** When calls were made, the first one first. */
function timesOf(calls: Iterable<DatedCall>): Float64Array {
  const times = new Times()
  let count = 0
  for (const { call } of calls) times.set(count++, call.timeMs)
  return times.sorted(count)
}

/** The index of the last number that is not larger, in a sorted list. */
function indexOfLast(sorted: readonly number[], most: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (Number(sorted[middle]) <= most) low = middle + 1
    else high = middle
  }
  return low - 1
}
