import { compareBytes } from '../platform/byte-order.ts'

export type Counts = Map<string, number>

/** The largest whole number that is told exactly, and so the largest that is told at all. */
export const most = Number.MAX_SAFE_INTEGER

/**
 * A sum that stays at `most` once it would be larger. So no day is ever too large to be computed, and a sum does not
 * depend on the order in which it is made.
 */
export function plus(a: number, b: number): number {
  return Math.min(a + b, most)
}

export function add(counts: Counts, key: string, quantity: number): void {
  counts.set(key, plus(counts.get(key) ?? 0, quantity))
}

/** As breakdowns are shown: the largest first, and of equals the one that is first in byte order. */
export function largestFirst(counts: Counts): [key: string, count: number][] {
  return [...counts].sort(([keyA, a], [keyB, b]) => b - a || compareBytes(keyA, keyB))
}

export function totalOf(counts: Counts): number {
  let total = 0
  for (const count of counts.values()) total = plus(total, count)
  return total
}

/** Adds up one number of many things. Whole numbers only, so that the order cannot matter. */
export function sumOf<T>(items: Iterable<T>, numberOf: (item: T) => number): number {
  let sum = 0
  for (const item of items) sum = plus(sum, numberOf(item))
  return sum
}
