const firstMs = 1000
const longestMs = 30_000

/** Longer pauses that a service asks for are cut to this. */
const longestAskedMs = 300_000

/** A connection that lasted this long counts as successful. */
const steadyMs = 5000

/** The pause before reconnecting: none the first time, then 1 to 30 s at random. */
export function pauseBefore(attempt: number, random: () => number): number {
  if (attempt <= 1) return 0
  const longest = Math.min(longestMs, firstMs * 2 ** (attempt - 2))
  // Jitter prevents all computers from reconnecting at once to a restarted service.
  return Math.round(longest / 2 + (longest / 2) * random())
}

/**
 * The number of consecutive failed attempts after a connection that lasted this long. A connection that is closed at
 * once counts as failed, so that a service that always closes it is not contacted without a pause.
 */
export function attemptsAfter(attempt: number, welcomeMs: number): number {
  return welcomeMs >= steadyMs ? 0 : attempt
}

/** The pause that a refusal requests in its `Retry-After` header, in seconds there. */
export function askedPauseMs(retryAfter: string | undefined): number {
  return /^\d+$/.test(retryAfter ?? '') ? Math.min(longestAskedMs, Number(retryAfter) * 1000) : 0
}
