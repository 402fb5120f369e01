/** The first answer that there is. */
export function firstOf<T, Found>(all: readonly T[], find: (each: T) => Found | undefined): Found | undefined {
  for (const each of all) {
    const found = find(each)
    if (found !== undefined) return found
  }
  return undefined
}
