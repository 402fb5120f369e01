import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'

export interface OpenIdOptions {
  readonly issuer: string
  readonly audience: string
  /** Where the provider's public keys are; found through the provider's discovery document when left out. */
  readonly jwksUrl: string | undefined
}

export interface OpenIdClaims {
  readonly email: string
  /** Says which organization is meant, for people who belong to several. */
  readonly organizationId: string | undefined
  readonly expiresAtMs: number
}

export type OpenIdVerifier = ReturnType<typeof createOpenIdVerifier>

/** Symmetric algorithms and `none` are not among them: nobody but the provider can sign. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

export function createOpenIdVerifier({ issuer, audience, jwksUrl }: OpenIdOptions, clock: Clock) {
  let keys: Promise<JWTVerifyGetKey> | undefined

  async function getKeys(): Promise<JWTVerifyGetKey> {
    keys ??= (async () => createRemoteJWKSet(new URL(jwksUrl ?? (await discoverJwksUrl(issuer)))))()
    try {
      return await keys
    } catch (cause) {
      keys = undefined
      throw providerUnavailable(cause)
    }
  }

  return {
    issuer,
    /** Throws whatever is wrong with the token. */
    async verify(token: string): Promise<OpenIdClaims> {
      const { payload } = await jwtVerify(token, await getKeys(), {
        algorithms,
        issuer,
        audience,
        requiredClaims: ['exp'],
        currentDate: new Date(clock.now()),
      }).catch((error: unknown) => {
        throw isTokenFault(error) ? error : providerUnavailable(error)
      })
      if (typeof payload.email !== 'string' || !isVerified(payload.email_verified)) {
        throw new errors.JWTClaimValidationFailed('The token names no verified e-mail.', payload, 'email')
      }
      return {
        email: payload.email,
        organizationId: typeof payload.org_id === 'string' ? payload.org_id : undefined,
        expiresAtMs: Number(payload.exp) * 1000,
      }
    },
  }
}

/** Providers that vouch for every address leave the claim out, and some write it as text. */
function isVerified(claim: unknown): boolean {
  return claim === undefined || claim === true || claim === 'true'
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

/** The others are faults of the provider: it is slow, answers with an error, or with something that is no key set. */
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
