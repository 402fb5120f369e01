/** Above this number of names, all counts are dropped and counted again. */
const maxNames = 10_000

/**
 * Checks whether there is room for one more of something that is expensive to count. Far from the limit it does not
 * count every time, so each of several nodes may exceed the limit by a hundredth.
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
