import { objectOf, textOf } from '../acp/loose.ts'
import type { AgentError } from '../acp/peer.ts'

/** The names of model errors in agents that distinguish them from their own errors. */
const kinds = new Set(
  `authentication_failed oauth_org_not_allowed account_on_hold verification_required billing_error rate_limit overloaded
  invalid_request model_not_found server_error cloud_credential_error usageLimitExceeded rateLimitExceeded flexUnavailable
  serverOverloaded internalServerError unauthorized badRequest httpConnectionFailed responseStreamConnectionFailed
  responseStreamDisconnected responseTooManyFailedAttempts`.split(/\s+/),
)

/** The kind of model error that ended a prompt; `undefined` if the agent does not attribute the error to the model. */
export function modelErrorOf({ code = 0, data }: AgentError): string | undefined {
  const { errorKind, codexErrorInfo } = data
  const told = textOf(errorKind) ?? textOf(codexErrorInfo) ?? Object.keys(objectOf(codexErrorInfo))[0]
  if (told !== undefined && kinds.has(told)) return told
  // The HTTP status of the answer. Gemini CLI also uses 500 for its own errors, so 500 does not count.
  return code >= 400 && code < 600 && code !== 500 ? String(code) : undefined
}
