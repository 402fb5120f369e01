import type { Database } from '../../ground/database/database.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import { recordChange } from '../audit/service.ts'
import type { Admission } from './admission.ts'
import type { UserRow } from './bearer-repository.ts'
import type { Caller } from './caller.ts'
import type { FailedSignIns } from './failed-sign-ins.ts'
import { foundUser } from './found-bearer.ts'
import type { LastUse } from './last-use.ts'
import type { OpenIdClaims, OpenIdVerifier } from './openid.ts'
import * as repository from './sign-in-repository.ts'
import { toPrincipal } from './to-principal.ts'
import { unauthorized } from './unauthorized.ts'

interface SignInOptions {
  readonly database: Database
  readonly clock: Clock
  readonly issuer: string
  readonly lastUse: LastUse
  readonly failedSignIns: FailedSignIns
  readonly admission: Admission
}

interface SignedIn {
  readonly user: UserRow
  readonly expiresAtMs: number
}

export type SignIn = (token: string, caller: Caller) => Promise<SignedIn>

/** Signs in with claims that are already verified. */
export type SignInWithClaims = (claims: OpenIdClaims, caller: Caller) => Promise<SignedIn>

/**
 * Finds the user of an OpenID token. A subject that is bound to a user takes precedence. On the first sign-in the
 * e-mail finds the user, if the provider has verified it. `docs/decisions/0014-rights.md` has the rules.
 */
export function createSignIn(options: SignInOptions): SignInWithClaims {
  const { database, clock, issuer, lastUse, failedSignIns, admission } = options

  async function boundUser(subject: string, named: string | undefined): Promise<UserRow | undefined> {
    const [user, ...others] = within(named, await repository.boundUsers(database, issuer, subject))
    if (others.length > 0) throw severalOrganizations()
    return user
  }

  /**
   * Finds the users who may have this e-mail, then looks for the subject again: another request of the same person may
   * have bound it meanwhile, and then a bound candidate is that person.
   */
  async function find(claims: OpenIdClaims, named: string | undefined) {
    const found = within(named, await repository.candidates(database, claims.email?.toLowerCase() ?? '', issuer))
    return { found, bound: await boundUser(claims.subject, named) }
  }

  async function invitedUser(claims: OpenIdClaims, named: string | undefined, caller: Caller): Promise<UserRow> {
    const { bound, found } = await find(claims, named)
    if (bound) return bound
    const reason = claims.isEmailVerified ? 'another_subject' : 'email_not_verified'
    const free = claims.isEmailVerified ? found.filter(({ is_bound }) => !is_bound) : []
    if (free.length === 0) {
      for (const { organization_id, user_id } of found) {
        await failedSignIns.note(organization_id, { type: 'user', id: user_id }, reason, caller)
      }
      throw unauthorized()
    }
    const [only, ...others] = free
    if (only && others.length === 0) return only
    // A person who has just used a key has accepted the invitation, even if that is not stored yet.
    await lastUse.flush()
    const later = await find(claims, named)
    if (later.bound) return later.bound
    const [accepted, ...more] = later.found.filter((user) => !user.is_bound && user.accepted_at !== null)
    if (!accepted || more.length > 0) throw severalOrganizations()
    return accepted
  }

  async function bind(user: UserRow, claims: OpenIdClaims, caller: Caller): Promise<void> {
    const now = clock.now()
    const { subject } = claims
    await database.transaction(async (tx) => {
      if (!(await repository.bind(tx, user, { issuer, subject }, now))) return
      const principal = toPrincipal({ ...foundUser(user), endMs: claims.expiresAtMs }, caller)
      const target = { type: 'user', id: user.user_id }
      await recordChange({ tx, principal, now }, { action: 'user.bind', target, changes: { issuer, subject } })
    })
  }

  return async (claims, caller) => {
    const { subject, expiresAtMs } = claims
    const named = organizationNamed(claims, caller)
    const bound = await boundUser(subject, named)
    const found = bound ?? (await invitedUser(claims, named, caller))
    // From an address that the organization does not admit, no user is bound and no invitation accepted.
    await admission.assertAdmitted(foundUser(found), caller)
    if (!bound) await bind(found, claims, caller)
    const user = bound ?? (await boundUser(subject, named))
    if (!user) throw unauthorized()
    lastUse.signedIn(user.user_id)
    return { user, expiresAtMs }
  }
}

/** Finds the user of a token that the provider signed. */
export function createTokenSignIn(verifier: OpenIdVerifier, signIn: SignInWithClaims): SignIn {
  return async (token, caller) => {
    const claims = await verifier.verify(token).catch((error: unknown) => {
      throw error instanceof AppError ? error : unauthorized()
    })
    return signIn(claims, caller)
  }
}

function within<Row extends UserRow>(organizationId: string | undefined, rows: readonly Row[]): readonly Row[] {
  return organizationId === undefined ? rows : rows.filter((row) => row.organization_id === organizationId)
}

/** Taken from the token or from a header. If both are given, they must agree. */
function organizationNamed({ organizationId }: OpenIdClaims, caller: Caller): string | undefined {
  const byHeader = caller.organization?.toLowerCase()
  if (organizationId !== undefined && byHeader !== undefined && organizationId !== byHeader) throw unauthorized()
  return organizationId ?? byHeader
}

/** The token is valid, so the error may tell its holder what is missing. */
function severalOrganizations(): AppError {
  return unauthorized(
    'You belong to several organizations. Name one: put its id into the header Muster-Organization, or into the claim org_id.',
  )
}
