/**
 * Returns the address that the outermost trusted proxy has seen. Each proxy appends one entry to `X-Forwarded-For`; the
 * entries before those come from the caller and are not trusted.
 */
export function callerAddress(
  peer: string | undefined,
  forwardedFor: string | string[] | undefined,
  trustedProxies: number,
): string {
  const entries = String(forwardedFor ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const nearestFirst = [peer ?? '', ...entries.reverse()]
  return nearestFirst[Math.min(trustedProxies, nearestFirst.length - 1)] ?? ''
}
