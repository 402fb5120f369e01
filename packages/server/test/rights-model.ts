import { type Role, roles, type Scope } from '@muster/contract/enumerations'
import { table } from './access-table.ts'

const never = Number.POSITIVE_INFINITY

export interface User {
  readonly id: string
  readonly email: string
  role: Role
  isRemoved: boolean
}

export interface Key {
  readonly id: string
  readonly user: User
  readonly scopes: readonly Scope[] | null
  readonly endMs: number
  isRevoked: boolean
}

/** Something to show, and all that it may be good for. */
export interface Bearer {
  readonly text: string
  readonly user: User
  /** The key itself, or the one behind a token; a sign-in has none. */
  readonly key: Key | undefined
  readonly isToken: boolean
  readonly endMs: number
  /** It is no bearer, but what a browser shows that is signed in. */
  readonly isCookie?: true
  isSignedOut?: true
}

export function endOfBearer({ endMs, key }: Bearer): number {
  return Math.min(endMs, key?.endMs ?? never)
}

export function isGood(bearer: Bearer, now: number): boolean {
  const isRevoked = bearer.key?.isRevoked ?? false
  return !bearer.user.isRemoved && !isRevoked && !bearer.isSignedOut && endOfBearer(bearer) > now
}

export function hasScope({ key }: Bearer, scope: Scope): boolean {
  return !key || key.scopes === null || key.scopes.includes(scope)
}

/** By the table of access, which is written by hand. */
export function may(bearer: Bearer, id: string, now: number): boolean {
  const rule = table[id]
  if (!rule || typeof rule.admits === 'string') throw new Error(`The table of access has no rule ${id} for users.`)
  return (
    isGood(bearer, now) &&
    rule.admits.includes(bearer.user.role) &&
    (rule.scope === null || hasScope(bearer, rule.scope)) &&
    (rule.token || !bearer.isToken) &&
    (!rule.isWhole || isWhole(bearer))
  )
}

function isWhole(bearer: Bearer): boolean {
  return (bearer.key?.scopes ?? null) === null && endOfBearer(bearer) === never
}

export function rolesThatUse(scope: Scope): Role[] {
  if (scope === 'telemetry:attribute') return ['owner', 'manager']
  return roles.filter((role) =>
    Object.values(table).some(
      (rule) => rule.scope === scope && Array.isArray(rule.admits) && rule.admits.includes(role),
    ),
  )
}

export function isOwner({ role, isRemoved }: User): boolean {
  return role === 'owner' && !isRemoved
}
