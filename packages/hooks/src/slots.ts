/** Limits concurrency; the others wait in order. */
interface Slots {
  readonly taken: number
  /**
   * Resolves with a function that frees the slot; with `undefined` if none became free in time or the signal aborted.
   */
  take(patienceMs: number, signal?: AbortSignal): Promise<(() => void) | undefined>
}

export function createSlots(max: number): Slots {
  let taken = 0
  const waiting: (() => void)[] = []
  const giveBack = () => {
    taken -= 1
    waiting.shift()?.()
  }
  /** Idempotent. */
  const place = () => {
    taken += 1
    let isHeld = true
    return () => {
      if (isHeld) giveBack()
      isHeld = false
    }
  }
  return {
    get taken() {
      return taken
    },
    async take(patienceMs, signal) {
      if (taken < max) return place()
      return new Promise((resolve) => {
        const enter = () => {
          leave()
          resolve(place())
        }
        const giveUp = () => {
          leave()
          resolve(undefined)
        }
        const leave = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', giveUp)
          const index = waiting.indexOf(enter)
          if (index >= 0) waiting.splice(index, 1)
        }
        const timer = setTimeout(giveUp, patienceMs)
        signal?.addEventListener('abort', giveUp)
        waiting.push(enter)
      })
    },
  }
}
