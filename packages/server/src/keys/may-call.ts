import type { Endpoint } from '@muster/contract/endpoint'
import { AppError } from '../platform/app-error.ts'
import type { Principal } from '../platform/principal.ts'

/** Throws 403 unless the caller's role and scopes allow the endpoint. */
export function assertMayCall(principal: Principal, { access, scope, wholeBearer }: Endpoint): void {
  if (Array.isArray(access) && !access.includes(principal.role)) {
    const needed = access.join(' or ')
    throw new AppError('role_not_allowed', `This needs the role ${needed}; you are a ${principal.role}.`)
  }
  if (scope && principal.scopes && !principal.scopes.includes(scope)) {
    throw new AppError('scope_not_allowed', `The API key lacks the scope ${scope}.`)
  }
  if (wholeBearer && (principal.scopes !== null || principal.expiresAtMs !== null)) {
    throw new AppError(
      'whole_bearer_needed',
      'This needs a key without scopes and without an end, or somebody who signed in to the web application.',
    )
  }
}

/** The token after `Bearer` in a header. */
export function bearerIn(header: string | undefined): string | undefined {
  return /^Bearer +([^ ]+) *$/i.exec(header ?? '')?.[1]
}
