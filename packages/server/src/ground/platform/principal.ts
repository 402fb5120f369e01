import type { Role, Scope } from '@muster/contract/enumerations'

/** The caller: a user of an organization, with the user's current role. */
export interface Principal {
  readonly organizationId: string
  readonly userId: string
  readonly email: string
  readonly role: Role
  /** The key that was used, or from which the token was made; `null` for a token of the OpenID provider. */
  readonly apiKeyId: string | null
  /** `null` means everything that the role allows. */
  readonly scopes: readonly Scope[] | null
  /** When the bearer expires, or `null`. Nothing that is made with it may last longer. */
  readonly expiresAtMs: number | null
  /** The browser session, if the request came with one. */
  readonly browserSessionId?: string
  readonly address: string
  readonly requestId: string
}

/** Owners and managers see everything in the organization; members see their own things. */
export function seesAll(principal: Principal): boolean {
  return principal.role === 'owner' || principal.role === 'manager'
}

/** Whether both are the same user with the same rights, even if they came with different requests. */
export function isSamePrincipal(one: Principal, other: Principal): boolean {
  return (
    one.organizationId === other.organizationId &&
    one.userId === other.userId &&
    one.email === other.email &&
    one.role === other.role &&
    one.apiKeyId === other.apiKeyId &&
    one.scopes?.join() === other.scopes?.join()
  )
}
