import { madeOnce } from '@muster/contract/made-once'
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { AppError } from '../../ground/platform/app-error.ts'
import type { Clock } from '../../ground/platform/clock.ts'

interface OpenIdOptions {
  readonly issuer: string
  readonly audience: string
  /** The address of the provider's public keys; if left out, it is taken from the provider's discovery document. */
  readonly jwksUrl: string | undefined
  /** `all`: every e-mail of the provider is trusted, even without `email_verified`. */
  readonly trustEmail: 'verified' | 'all'
  /** The longest validity of a token, both since it was issued and from now. */
  readonly maxTokenSeconds: number
}

export interface OpenIdClaims {
  readonly subject: string
  readonly email: string | undefined
  readonly isEmailVerified: boolean
  /** The organization, for people who belong to several. */
  readonly organizationId: string | undefined
  readonly expiresAtMs: number
}

export interface OpenIdVerifier {
  readonly issuer: string
  /** Throws an error that says what is wrong with the token. */
  verify(token: string): Promise<OpenIdClaims>
}

/** Excludes symmetric algorithms and `none`: only the provider can sign. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

export function createOpenIdVerifier(options: OpenIdOptions, clock: Clock): OpenIdVerifier {
  const { issuer, audience, jwksUrl, trustEmail, maxTokenSeconds } = options
  const getKeys = madeOnce(async () => {
    try {
      return createRemoteJWKSet(new URL(jwksUrl ?? (await discoverJwksUrl(issuer))))
    } catch (cause) {
      throw providerUnavailable(cause)
    }
  })

  return {
    issuer,
    async verify(token) {
      const { payload, protectedHeader } = await jwtVerify(token, await getKeys(), {
        algorithms,
        issuer,
        audience,
        requiredClaims: ['exp', 'sub'],
        currentDate: new Date(clock.now()),
      }).catch((error: unknown) => {
        throw isTokenFault(error) ? error : providerUnavailable(error)
      })
      assertMeantForAccess(protectedHeader.typ, payload)
      assertShortLived(payload, maxTokenSeconds, clock.now())
      return claimsOf(payload, trustEmail)
    },
  }
}

/** The claims of a verified token. */
export function claimsOf(payload: JWTPayload, trustEmail: OpenIdOptions['trustEmail']): OpenIdClaims {
  const { sub, email, email_verified, org_id, exp } = payload
  return {
    subject: String(sub),
    email: typeof email === 'string' ? email : undefined,
    isEmailVerified: isTrue(email_verified) || (trustEmail === 'all' && email_verified === undefined),
    organizationId: typeof org_id === 'string' ? org_id : undefined,
    expiresAtMs: Number(exp) * 1000,
  }
}

/** The provider signs logout tokens and security events with the same keys. They must not grant access. */
function assertMeantForAccess(typ: string | undefined, payload: JWTPayload): void {
  const kind = typ?.toLowerCase().replace(/^application\//, '') ?? 'jwt'
  if ((kind !== 'jwt' && kind !== 'at+jwt') || payload.events !== undefined) {
    throw new errors.JWTClaimValidationFailed('The token is made for something else.', payload, 'typ')
  }
}

function assertShortLived(payload: JWTPayload, maxTokenSeconds: number, nowMs: number): void {
  const now = Math.floor(nowMs / 1000)
  const issuedAt = Math.min(payload.iat ?? now, now)
  if (Number(payload.exp) - issuedAt > maxTokenSeconds) {
    throw new errors.JWTClaimValidationFailed('The token is valid for too long.', payload, 'exp')
  }
}

/** Some providers send the claim as text. */
function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true'
}

async function discoverJwksUrl(issuer: string): Promise<string> {
  const answer = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(5_000),
  })
  if (!answer.ok) throw new Error(`The OpenID provider answered ${answer.status} to the discovery request.`)
  const { jwks_uri: url } = (await answer.json()) as { jwks_uri?: unknown }
  if (typeof url !== 'string') throw new Error('The OpenID provider’s discovery document has no jwks_uri.')
  return url
}

/** All other errors are faults of the provider: it is slow, answers with an error, or sends no key set. */
function isTokenFault(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) &&
    error.code !== 'ERR_JOSE_GENERIC'
  )
}

function providerUnavailable(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  return new AppError('unavailable', 'The OpenID provider cannot be reached just now. Please try again.', {
    retryAfterSeconds: 5,
    cause,
  })
}
