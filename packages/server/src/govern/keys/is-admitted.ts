import { isIPv6 } from 'node:net'
import type { Endpoint } from '@muster/contract/endpoint'
import { blockListOf } from '../../ground/platform/address-ranges.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { FoundBearer } from './found-bearer.ts'
import { unauthorized } from './unauthorized.ts'

/** What decides whether somebody is admitted, as it is in the database now. */
export interface Standing {
  readonly row: Pick<FoundBearer['row'], 'allowed_ips'>
  readonly key: Pick<NonNullable<FoundBearer['key']>, 'expires_at'> | undefined
  readonly endMs: number
  readonly browserSession?: Pick<NonNullable<FoundBearer['browserSession']>, 'endMs' | 'method'>
}

/** When and from where somebody comes, and what the operator has decided. */
export interface Circumstances {
  readonly now: number
  readonly address: string
  readonly enforcesAddresses: boolean
  /** People may sign in to the web application with an OpenID provider. */
  readonly hasOpenId: boolean
}

/**
 * Why somebody is not admitted: 401 if what they show has ended, 403 if the organization does not admit their address.
 * Whoever comes in is judged here, and again while they stay; nothing else compares ends and addresses. Without a standing
 * what they show was revoked, or its user was removed.
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

/** What somebody who is admitted may do. */
export type Rights = Pick<Principal, 'role' | 'scopes' | 'expiresAtMs'>

/** Why the caller's role and scopes do not allow the endpoint: 403. Nothing else compares them with what is needed. */
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
