import type { ControlSettings } from '@muster/contract/controls'
import { scopes as allScopes, type Role, type Scope } from '@muster/contract/enumerations'
import { rolesOfScope } from '@muster/contract/scope-roles'
import { AppError, invalid } from '../../ground/platform/app-error.ts'
import { toIso } from '../../ground/platform/clock.ts'
import { dayMs } from '../../ground/platform/days.ts'
import type { Principal } from '../../ground/platform/principal.ts'

/**
 * Returns the scopes of a new key for a user with this role: none that the maker's bearer lacks, and none that the role
 * cannot use, because a later promotion would activate them.
 */
export function grantedScopes(
  principal: Principal,
  role: Role,
  wanted: readonly Scope[] | undefined,
): readonly Scope[] | null {
  const useless = wanted?.filter((scope) => !rolesOfScope(scope).includes(role)) ?? []
  if (useless.length > 0) {
    const article = role === 'owner' ? 'An' : 'A'
    throw new AppError('scope_not_allowed', `${article} ${role} cannot use the scope ${useless.join(', ')}.`)
  }
  if (principal.scopes === null) return wanted ?? null
  const own = new Set(principal.scopes)
  const granted = wanted ?? allScopes.filter((scope) => own.has(scope) && rolesOfScope(scope).includes(role))
  const missing = granted.filter((scope) => !own.has(scope))
  if (missing.length > 0) {
    throw new AppError('scope_not_allowed', `The key in use cannot give the scope ${missing.join(', ')}.`)
  }
  return granted
}

export type KeyPolicy = NonNullable<ControlSettings['apiKeyPolicy']>

/**
 * Returns when a new key expires: never after the bearer that makes it, and within the lifetime that the organization
 * allows.
 */
export function grantedExpiry(
  principal: Principal,
  policy: KeyPolicy,
  wanted: string | number | undefined,
  now: number,
): number | null {
  const isSignIn = principal.apiKeyId === null
  const bearerEnd = isSignIn && policy.signInMakesLastingKeys ? null : principal.expiresAtMs
  const byBearer = bearerEnd ?? Number.POSITIVE_INFINITY
  const byPolicy = latestByPolicy(policy, now)
  const latest = Math.min(byBearer, byPolicy)
  const expiresAt = wanted === undefined ? latest : new Date(wanted).getTime()
  if (expiresAt <= now) throw invalid('expiresAt', 'must be in the future')
  if (expiresAt > latest) {
    const reason =
      byPolicy < byBearer
        ? `keys of this organization live ${policy.maxLifetimeDays} days at the most`
        : 'a key lives no longer than the bearer that makes it'
    throw invalid('expiresAt', `must be ${toIso(latest)} at the latest, because ${reason}`)
  }
  return expiresAt === Number.POSITIVE_INFINITY ? null : expiresAt
}

/** The latest possible expiry of a key that is made now. */
function latestByPolicy({ maxLifetimeDays }: KeyPolicy, now: number): number {
  return maxLifetimeDays === undefined ? Number.POSITIVE_INFINITY : now + maxLifetimeDays * dayMs
}
