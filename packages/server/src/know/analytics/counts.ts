import { compareBytes } from '../../ground/platform/byte-order.ts'

export type Counts = Map<string, number>

/** The largest integer that JSON clients read exactly, and the largest that is shown. */
export const most = Number.MAX_SAFE_INTEGER

/**
 * A sum that stops at `most`. So every day can be computed, and the result does not depend on the order of addition.
 */
export function plus(a: number, b: number): number {
  return Math.min(a + b, most)
}

export function add(counts: Counts, key: string, quantity: number): void {
  counts.set(key, plus(counts.get(key) ?? 0, quantity))
}

/** The order of breakdowns: the largest first, equal counts in byte order. */
export function largestFirst(counts: Counts): [key: string, count: number][] {
  return [...counts].sort(([keyA, a], [keyB, b]) => b - a || compareBytes(keyA, keyB))
}

export function totalOf(counts: Counts): number {
  let total = 0
  for (const count of counts.values()) total = plus(total, count)
  return total
}

/** Sums one number over many items. Integers only, so the order cannot matter. */
export function sumOf<T>(items: Iterable<T>, numberOf: (item: T) => number): number {
  let sum = 0
  for (const item of items) sum = plus(sum, numberOf(item))
  return sum
}
