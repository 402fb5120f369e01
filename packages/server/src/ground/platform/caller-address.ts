/**
 * The address that the outermost of our own proxies saw. Each proxy adds one entry at the end of `X-Forwarded-For`; the
 * caller wrote everything before those, so it is not trusted.
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
