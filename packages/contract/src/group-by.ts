/** `Map.groupBy` for Node 20, which the installed packages support and which lacks it. */
export function groupBy<T, Key>(all: Iterable<T>, keyOf: (each: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>()
  for (const each of all) {
    const key = keyOf(each)
    const group = groups.get(key)
    if (group) group.push(each)
    else groups.set(key, [each])
  }
  return groups
}
