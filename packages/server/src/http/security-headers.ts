import type { FastifyReply } from 'fastify'

/** For answers that no browser shows: nothing in them is ever run, framed, or told to other sites. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'"

/** What every answer carries. A page with a policy of its own sets it afterwards. */
export function setSecurityHeaders(reply: FastifyReply, isHttps: boolean): void {
  reply.header('x-content-type-options', 'nosniff')
  reply.header('content-security-policy', closedPolicy)
  reply.header('referrer-policy', 'no-referrer')
  if (isHttps) reply.header('strict-transport-security', 'max-age=31536000')
}
