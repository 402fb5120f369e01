import { AppError } from '../../ground/platform/app-error.ts'
import type { Log } from '../../ground/platform/log.ts'

/**
 * How long somebody is admitted without being judged again: what they have open ends after this time and that of a look-up,
 * and whatever they sent or asked for longer ago is judged again before it counts.
 */
export const admittedForMs = 1_000

/** Those who stay after they were let in: readers of streams, clients and computers that are connected. */
export interface Stays {
  /**
   * Judges somebody again and again. Calls `end` once, with what `judge` rejects with, when that is 401 or 403; after any
   * other failure it is not known, and they stay. Returns a function to call when they leave.
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
 * One timer judges all who stay on this node, so that they share their look-ups. It asks instead of being told of changes:
 * a clock ends things too, somebody may change the database by hand, and news can be lost.
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
