import { setTimeout as delay } from 'node:timers/promises'

interface GroupCommitOptions<Call, Result> {
  /** Makes a group of calls durable and returns a result for each, in order. A failure fails all of them. */
  readonly write: (calls: readonly Call[]) => Promise<readonly Result[]>
  readonly sizeOf: (call: Call) => number
  /** A group is closed at this size; a bigger call is written alone. */
  readonly maxSize: number
  /**
   * Groups smaller than `smallSize` start at least this far apart, for engines that are slowed down by many small
   * writes.
   */
  readonly minIntervalMs?: number
  readonly smallSize?: number
}

/**
 * Lets calls share a write. The cost of a write (a flush to disk, a part of a table) hardly depends on its size. So
 * calls are collected while a write runs, and the next write takes all of them. On a quiet service a single call is
 * written at once.
 */
export function groupCommit<Call, Result>({
  write,
  sizeOf,
  maxSize,
  minIntervalMs = 0,
  smallSize = 0,
}: GroupCommitOptions<Call, Result>) {
  const waiting: { call: Call; seat: PromiseWithResolvers<Result> }[] = []
  let working: Promise<void> | undefined
  let lastBegin = Number.NEGATIVE_INFINITY

  async function work(): Promise<void> {
    // Waits for other calls of the same turn of the event loop.
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const pauseMs = lastBegin + minIntervalMs - performance.now()
      if (pauseMs > 0 && isSmall()) await delay(pauseMs)
      lastBegin = performance.now()
      const group = waiting.splice(0, nextCount())
      try {
        const results = await write(group.map(({ call }) => call))
        group.forEach(({ seat }, index) => {
          seat.resolve(results[index] as Result)
        })
      } catch (error) {
        for (const { seat } of group) seat.reject(error)
      }
    }
    // Must happen in the same turn as the last check of `waiting`, because a later call has to start the loop again.
    working = undefined
  }

  function isSmall(): boolean {
    return waiting.reduce((sum, { call }) => sum + sizeOf(call), 0) < smallSize
  }

  function nextCount(): number {
    let [count, size] = [0, 0]
    for (const { call } of waiting) {
      size += sizeOf(call)
      if (count > 0 && size > maxSize) break
      count++
    }
    return count
  }

  return {
    submit(call: Call): Promise<Result> {
      const seat = Promise.withResolvers<Result>()
      waiting.push({ call, seat })
      working ??= work()
      return seat.promise
    },
    /** Resolves when no call is waiting or being written. */
    async idle(): Promise<void> {
      while (working) await working
    },
  }
}
