const firstMs = 1000
const longestMs = 30_000

/** What held for so long was a connection. */
const steadyMs = 5000

/** How long to wait before the connection is made anew: not at all the first time, then 1 to 30 s, spread at random. */
export function pauseBefore(attempt: number, random: () => number): number {
  if (attempt <= 1) return 0
  const longest = Math.min(longestMs, firstMs * 2 ** (attempt - 2))
  // A service that comes back must not meet all its computers at once.
  return Math.round(longest / 2 + (longest / 2) * random())
}

/**
 * How many attempts have failed in a row when a connection ends that was welcome for so long. One that is cut at once failed too:
 * a service that cuts it each time must not be asked again without a pause.
 */
export function attemptsAfter(attempt: number, welcomeMs: number): number {
  return welcomeMs >= steadyMs ? 0 : attempt
}
