import { objectOf, textOf } from '../acp/loose.ts'
import type { AgentError } from '../acp/peer.ts'

/** Errors of a model, in the words of the agents that tell them apart from errors of their own. */
const kinds = new Set(
  `authentication_failed oauth_org_not_allowed account_on_hold verification_required billing_error rate_limit overloaded
  invalid_request model_not_found server_error cloud_credential_error usageLimitExceeded rateLimitExceeded flexUnavailable
  serverOverloaded internalServerError unauthorized badRequest httpConnectionFailed responseStreamConnectionFailed
  responseStreamDisconnected responseTooManyFailedAttempts`.split(/\s+/),
)

/** The kind of error of the model that ended a prompt; `undefined` if the agent does not say that it was the model. */
export function modelErrorOf({ code = 0, data }: AgentError): string | undefined {
  const { errorKind, codexErrorInfo } = data
  const told = textOf(errorKind) ?? textOf(codexErrorInfo) ?? Object.keys(objectOf(codexErrorInfo))[0]
  if (told !== undefined && kinds.has(told)) return told
  // The status of the answer over HTTP. 500 stands for errors of Gemini CLI itself as well.
  return code >= 400 && code < 600 && code !== 500 ? String(code) : undefined
}
