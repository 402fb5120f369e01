import type { FastifyReply } from 'fastify'

/**
 * For answers that browsers do not display: they may run nothing, be framed nowhere and send no referrer to other
 * sites.
 */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Sets the headers of every answer. A page may override the policy. */
export function setSecurityHeaders(reply: FastifyReply, isHttps: boolean): void {
  reply.header('x-content-type-options', 'nosniff')
  reply.header('content-security-policy', closedPolicy)
  reply.header('referrer-policy', 'no-referrer')
  if (isHttps) reply.header('strict-transport-security', 'max-age=31536000')
}
