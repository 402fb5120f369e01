/** After this many names, what is known of them is forgotten and counted again. */
const maxNames = 10_000

/**
 * Whether there is room for one more of something that is expensive to count. While a name is far from the limit it is
 * not counted every time, so that several nodes together may pass the limit by a hundredth each.
 */
export function createAllowance(limit: number) {
  const uncounted = new Map<string, number>()
  return async function hasRoom(name: string, count: () => Promise<number>): Promise<boolean> {
    const left = uncounted.get(name) ?? 0
    if (left > 0) {
      uncounted.set(name, left - 1)
      return true
    }
    const used = await count()
    if (used >= limit) return false
    if (uncounted.size >= maxNames) uncounted.clear()
    uncounted.set(name, Math.floor((limit - used) / 100))
    return true
  }
}
