import type { FastifyReply } from 'fastify'

/** For answers that no browser shows: nothing in them may run, be framed, or be sent to other sites as a referrer. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Headers of every answer. A page with a policy of its own overrides it. */
export function setSecurityHeaders(reply: FastifyReply, isHttps: boolean): void {
  reply.header('x-content-type-options', 'nosniff')
  reply.header('content-security-policy', closedPolicy)
  reply.header('referrer-policy', 'no-referrer')
  if (isHttps) reply.header('strict-transport-security', 'max-age=31536000')
}
