import { AppError } from './app-error.ts'
import type { Clock } from './clock.ts'

const windowMs = 60_000

/** Above this number, all counts are reset before the window ends, so that addresses cannot fill the memory. */
const maxCallers = 100_000

interface RateLimit {
  /** Counts a request. Returns the headers with the remaining allowance; throws 429 if it is used up. */
  count(caller: string): Record<string, string>
}

/** Limits the requests of each caller in a minute, on this node. 0 means no limit. */
export function createRateLimit(limit: number, clock: Clock, what = 'requests'): RateLimit {
  if (limit === 0) return { count: () => ({}) }
  let counts = new Map<string, number>()
  let windowStart = clock.now()

  return {
    count(caller) {
      const now = clock.now()
      if (now - windowStart >= windowMs || counts.size > maxCallers) {
        counts = new Map()
        windowStart = now
      }
      const used = (counts.get(caller) ?? 0) + 1
      counts.set(caller, used)
      const resetSeconds = Math.max(1, Math.ceil((windowStart + windowMs - now) / 1000))
      const headers = {
        'RateLimit-Limit': String(limit),
        'RateLimit-Remaining': String(Math.max(0, limit - used)),
        'RateLimit-Reset': String(resetSeconds),
      }
      if (used <= limit) return headers
      throw new AppError('too_many_requests', `The limit is ${limit} ${what} a minute.`, {
        retryAfterSeconds: resetSeconds,
        headers,
      })
    },
  }
}
