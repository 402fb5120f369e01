import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'

const windowMs = 15 * 60_000

/** From one address for one e-mail; for one e-mail from anywhere; from one address for any e-mail. */
const limits = { pair: 10, email: 100, address: 100 } as const

/** Above this many, all counts begin anew: memory must not grow with what strangers type. */
const maxNames = 100_000

/**
 * Counts wrong passwords on this node, whether or not there is such a user. Somebody elsewhere who guesses does not soon
 * keep the person out: the limit of an e-mail alone is ten times that of an e-mail from one address.
 */
export function createPasswordAttempts(clock: Clock) {
  let counts = new Map<string, number>()
  let windowStart = clock.now()

  const namesOf = (email: string, address: string) =>
    [
      [`pair ${address} ${email}`, limits.pair],
      [`email ${email}`, limits.email],
      [`address ${address}`, limits.address],
    ] as const

  return {
    /**
     * Throws 429 when there were too many. Counts the attempt before it is known whether the password is right, so that
     * attempts at once do not slip through.
     */
    begin(email: string, address: string): void {
      const now = clock.now()
      if (now - windowStart >= windowMs || counts.size > maxNames) {
        counts = new Map()
        windowStart = now
      }
      const names = namesOf(email, address)
      if (names.some(([name, limit]) => (counts.get(name) ?? 0) >= limit)) {
        throw new AppError('too_many_requests', 'Too many wrong passwords. Wait a quarter of an hour, or use a link.', {
          retryAfterSeconds: Math.ceil((windowStart + windowMs - now) / 1000),
        })
      }
      for (const [name] of names) counts.set(name, (counts.get(name) ?? 0) + 1)
    },

    /** It was right: the attempt does not count. */
    takeBack(email: string, address: string): void {
      for (const [name] of namesOf(email, address)) counts.set(name, Math.max(0, (counts.get(name) ?? 0) - 1))
    },
  }
}
