/**
 * The address that the outermost of our own proxies saw. Each of them adds one entry at the end of `X-Forwarded-For`;
 * what stands before those was written by the caller and is not believed.
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
