import { AppError } from '../../ground/platform/app-error.ts'
import type { Log } from '../../ground/platform/log.ts'

/**
 * How long a check of a caller is valid. Open connections of a caller who is no longer admitted end after this time
 * plus that of a look-up, and requests whose caller was checked longer ago are checked again before they count.
 */
export const admittedForMs = 1_000

/** Callers who stay connected: readers of streams, clients and computers. */
export interface Stays {
  /**
   * Checks a caller repeatedly. Calls `end` once, with the error of `judge`, if that is 401 or 403; any other failure
   * says nothing about the caller and is ignored. Returns a function to call when the caller disconnects.
   */
  keep(judge: () => Promise<unknown>, end: (refusal: AppError) => void): () => void
  close(): void
}

interface Stay {
  readonly judge: () => Promise<unknown>
  readonly end: (refusal: AppError) => void
  isBeingJudged: boolean
}

/**
 * One timer checks all connected callers of this node, so that they share their queries. It polls instead of
 * subscribing to changes: rights also expire, the database may be edited by hand, and notifications can be lost.
 */
export function createStays(log: Log): Stays {
  const stays = new Set<Stay>()
  const timer = setInterval(() => {
    for (const stay of stays) void judge(stay)
  }, admittedForMs).unref()

  async function judge(stay: Stay): Promise<void> {
    if (stay.isBeingJudged) return
    stay.isBeingJudged = true
    try {
      await stay.judge()
    } catch (error) {
      if (isRefusal(error)) {
        if (stays.delete(stay)) stay.end(error)
      } else log.debug({ err: error }, 'whether somebody may stay cannot be found out just now')
    } finally {
      stay.isBeingJudged = false
    }
  }

  return {
    keep(judge, end) {
      const stay = { judge, end, isBeingJudged: false }
      stays.add(stay)
      return () => void stays.delete(stay)
    },
    close: () => clearInterval(timer),
  }
}

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && (error.status === 401 || error.status === 403)
}
