import type { Role, Scope } from '@muster/contract/enumerations'

/** Who is calling: a user of an organization, with the role that user has now. */
export interface Principal {
  readonly organizationId: string
  readonly userId: string
  readonly email: string
  readonly role: Role
  /** The key that was used, or that the token was made from; `null` for a token of the OpenID provider. */
  readonly apiKeyId: string | null
  /** `null`: all that the role allows. */
  readonly scopes: readonly Scope[] | null
  /** When the bearer ends, which nothing that is made with it may outlive; `null` for a key without an end. */
  readonly expiresAtMs: number | null
  /** The browser in which the caller is signed in, when that is how the request came. */
  readonly browserSessionId?: string
  readonly address: string
  readonly requestId: string
}

/** Owners and managers see what belongs to anybody in the organization; members what is theirs. */
export function seesAll(principal: Principal): boolean {
  return principal.role === 'owner' || principal.role === 'manager'
}

/** Whether both are the same user with the same rights, whatever request they came with. */
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
