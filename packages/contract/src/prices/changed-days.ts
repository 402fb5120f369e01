import type { ModelPrice } from './price.ts'

const noEnd = '9999-12-31'

/** The first and the last day that a change of prices affects; `undefined` if it affects none. */
export function daysBetweenPrices(
  before: readonly ModelPrice[] = [],
  after: readonly ModelPrice[] = [],
): { readonly from: string; readonly to: string } | undefined {
  const [old, present] = [keysOf(before), keysOf(after)]
  const changed = [
    ...before.filter((price) => !present.has(keyOf(price))),
    ...after.filter((price) => !old.has(keyOf(price))),
  ]
  const from = changed.map((price) => price.from).sort()[0]
  const to = changed
    .map((price) => price.to ?? noEnd)
    .sort()
    .at(-1)
  return from === undefined || to === undefined ? undefined : { from, to }
}

function keysOf(prices: readonly ModelPrice[]): Set<string> {
  return new Set(prices.map(keyOf))
}

/** Prices are equal if they have the same content, in any order. */
function keyOf({ long = [], ...price }: ModelPrice): string {
  const inOrder = (fields: object) => Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([inOrder(price), long.map(inOrder)])
}
