import { maxNames, otherName } from '../../events/name-bounds.ts'

/** Keeps the first `maxNames` of a list, and merges all others under one name. */
export function foldRare<Sums>(
  inOrder: readonly (readonly [string, Sums])[],
  nothing: () => Sums,
  addTo: (into: Sums, from: Sums) => void,
): [string, Sums][] {
  const kept = inOrder.slice(0, maxNames).map(([name, sums]): [string, Sums] => [name, sums])
  const rest = inOrder.slice(maxNames)
  if (rest.length === 0) return kept
  const others = nothing()
  for (const [, sums] of rest) addTo(others, sums)
  return [...kept, [otherName, others]]
}
