import { isIPv6 } from 'node:net'
import type { Endpoint } from '@muster/contract/endpoint'
import { blockListOf } from '../../ground/platform/address-ranges.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { FoundBearer } from './found-bearer.ts'
import { unauthorized } from './unauthorized.ts'

/** The data that decides whether a caller is admitted, as it is in the database now. */
export interface Standing {
  readonly row: Pick<FoundBearer['row'], 'allowed_ips'>
  readonly key: Pick<NonNullable<FoundBearer['key']>, 'expires_at'> | undefined
  readonly endMs: number
  readonly browserSession?: Pick<NonNullable<FoundBearer['browserSession']>, 'endMs' | 'method'>
}

/** The time and address of the request, and the operator's settings. */
export interface Circumstances {
  readonly now: number
  readonly address: string
  readonly enforcesAddresses: boolean
  /** True if people may sign in to the web application with an OpenID provider. */
  readonly hasOpenId: boolean
}

/**
 * Returns why a caller is not admitted: 401 if the bearer has expired, 403 if the organization does not admit the
 * address. New callers and those who stay connected are checked here and nowhere else. Without `standing`, the bearer
 * was revoked or its user was removed.
 */
export function refusalOf(
  standing: Standing | undefined,
  { now, address, enforcesAddresses, hasOpenId }: Circumstances,
): AppError | undefined {
  if (!standing) return unauthorized()
  const { row, key, endMs, browserSession } = standing
  const isOver = [endMs, key?.expires_at, browserSession?.endMs].some((end) => end != null && end <= now)
  if (isOver || (browserSession?.method === 'openid' && !hasOpenId)) return unauthorized()
  if (!enforcesAddresses || row.allowed_ips.length === 0 || isAllowed(row.allowed_ips, address)) return undefined
  return new AppError('address_not_allowed', 'The organization does not admit requests from this address.')
}

/** What an admitted caller may do. */
export type Rights = Pick<Principal, 'role' | 'scopes' | 'expiresAtMs'>

/**
 * Returns why the caller's role and scopes do not allow the endpoint: a 403. Endpoint rights are compared nowhere else.
 */
export function refusalOfCall(
  { role, scopes, expiresAtMs }: Rights,
  { access, scope, wholeBearer }: Endpoint,
): AppError | undefined {
  if (Array.isArray(access) && !access.includes(role)) {
    return new AppError('role_not_allowed', `This needs the role ${access.join(' or ')}; you are a ${role}.`)
  }
  if (scope && scopes && !scopes.includes(scope)) {
    return new AppError('scope_not_allowed', `The API key lacks the scope ${scope}.`)
  }
  if (!wholeBearer || (scopes === null && expiresAtMs === null)) return undefined
  return new AppError(
    'whole_bearer_needed',
    'This needs a key without scopes and without an end, or somebody who signed in to the web application.',
  )
}

export function assertMayCall(rights: Rights, endpoint: Endpoint): void {
  const refusal = refusalOfCall(rights, endpoint)
  if (refusal) throw refusal
}

export function isAllowed(ranges: readonly string[], address: string): boolean {
  return blockListOf(ranges).check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
