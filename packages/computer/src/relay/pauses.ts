const firstMs = 1000
const longestMs = 30_000

/** A service that asks for more is not believed. */
const longestAskedMs = 300_000

/** A connection that held for this long was a good one. */
const steadyMs = 5000

/** How long to wait before reconnecting: not at all the first time, then 1 to 30 s at random. */
export function pauseBefore(attempt: number, random: () => number): number {
  if (attempt <= 1) return 0
  const longest = Math.min(longestMs, firstMs * 2 ** (attempt - 2))
  // A service that comes back must not meet all its computers at once.
  return Math.round(longest / 2 + (longest / 2) * random())
}

/**
 * The number of failed attempts in a row after a connection ends that lasted this long. A connection that is cut at
 * once counts as failed: a service that cuts it each time must not be asked again without a pause.
 */
export function attemptsAfter(attempt: number, welcomeMs: number): number {
  return welcomeMs >= steadyMs ? 0 : attempt
}

/** The pause that a refusal asks for in its `Retry-After`, which is seconds. */
export function askedPauseMs(retryAfter: string | undefined): number {
  return /^\d+$/.test(retryAfter ?? '') ? Math.min(longestAskedMs, Number(retryAfter) * 1000) : 0
}
