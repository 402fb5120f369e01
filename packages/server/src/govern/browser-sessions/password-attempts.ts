import { AppError } from '../../ground/platform/app-error.ts'
import type { Clock } from '../../ground/platform/clock.ts'

const windowMs = 15 * 60_000

/** `pair`: one e-mail from one address; `email`: one e-mail from anywhere; `address`: any e-mail from one address. */
const limits = { pair: 10, email: 100, address: 100 } as const

/** Above this number, all counts are reset, so that unknown callers cannot fill the memory. */
const maxNames = 100_000

/**
 * Counts wrong passwords on this node, whether or not the user exists. An attacker at another address does not soon
 * lock a person out: the limit of an e-mail is ten times that of an e-mail from one address.
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
     * Throws 429 after too many attempts. It counts the attempt before the password is checked, so that concurrent
     * attempts count, too.
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

    /** Removes the attempt from the counts, because the password was right. */
    takeBack(email: string, address: string): void {
      for (const [name] of namesOf(email, address)) counts.set(name, Math.max(0, (counts.get(name) ?? 0) - 1))
    },
  }
}
