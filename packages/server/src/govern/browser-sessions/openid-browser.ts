import type { ErrorCode } from '@muster/contract/errors'
import * as client from 'openid-client'
import { AppError } from '../../ground/platform/app-error.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { SecretBox } from '../../ground/platform/secret-box.ts'
import type { Caller } from '../keys/caller.ts'
import { foundUser } from '../keys/found-bearer.ts'
import { claimsOf, type OpenIdClaims } from '../keys/openid.ts'
import type { SignInWithClaims } from '../keys/sign-in.ts'
import { toPrincipal } from '../keys/to-principal.ts'

/** Sign-in in a browser through the OpenID provider: authorization code with PKCE, state and nonce. */
export interface OpenIdBrowser {
  /** The provider's name on the button of the sign-in page. */
  readonly name: string
  /** The time limit for signing in at the provider. */
  readonly flowMs: number
  /** Returns the address to which to redirect the browser, and the cookie that it must bring back. */
  begin(next: string): Promise<{ readonly location: string; readonly flow: string }>
  /** Returns the person who came back from the provider, and the page they wanted. */
  finish(
    query: string,
    flow: string | undefined,
    caller: Caller,
  ): Promise<{ readonly principal: Principal; readonly next: string }>
}

interface OpenIdBrowserOptions {
  readonly issuer: string
  readonly clientId: string
  /** Absent for a public client, which identifies itself by PKCE alone. */
  readonly clientSecret: string | undefined
  readonly name: string
  readonly trustEmail: 'verified' | 'all'
  readonly appUrl: string
  readonly secretBox: SecretBox
  readonly clock: Clock
  readonly signIn: SignInWithClaims
}

/** Why a sign-in failed; the sign-in page has a sentence for each. */
type OpenIdProblem = 'cancelled' | 'elsewhere' | 'expired' | 'refused' | 'unavailable' | 'unknown'

export class OpenIdFailure extends Error {
  readonly problem: OpenIdProblem

  constructor(problem: OpenIdProblem, cause?: unknown) {
    super(`A sign-in with the OpenID provider failed: ${problem}.`, { cause })
    this.name = 'OpenIdFailure'
    this.problem = problem
  }
}

const problems: Partial<Record<ErrorCode, OpenIdProblem>> = {
  unauthorized: 'unknown',
  address_not_allowed: 'elsewhere',
}

/** The content of the sealed cookie while the person is at the provider. */
interface Flow {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly next: string
  readonly startedAt: number
}

const purpose = 'openid sign-in'
const flowMs = 10 * 60_000

export function createOpenIdBrowser(options: OpenIdBrowserOptions): OpenIdBrowser {
  const { issuer, clientId, clientSecret, name, trustEmail, appUrl, secretBox, clock, signIn } = options
  const redirectUri = `${appUrl}/sign-in/openid/callback`
  let discovered: Promise<client.Configuration> | undefined

  /** If the provider does not answer, the next caller tries again. */
  async function configuration(): Promise<client.Configuration> {
    discovered ??= client.discovery(
      new URL(issuer),
      clientId,
      undefined,
      clientSecret === undefined ? client.None() : client.ClientSecretPost(clientSecret),
      // A provider on this machine, as in tests, may use plain http; the operator has configured its address.
      { timeout: 5, ...(issuer.startsWith('http:') && { execute: [client.allowInsecureRequests] }) },
    )
    try {
      return await discovered
    } catch (cause) {
      discovered = undefined
      throw new OpenIdFailure('unavailable', cause)
    }
  }

  return {
    name,
    flowMs,

    async begin(next) {
      const config = await configuration()
      const verifier = client.randomPKCECodeVerifier()
      const [state, nonce] = [client.randomState(), client.randomNonce()]
      const location = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
      const flow: Flow = { state, nonce, verifier, next, startedAt: clock.now() }
      return { location: location.href, flow: secretBox.seal(purpose, JSON.stringify(flow)) }
    },

    async finish(query, sealed, caller) {
      const flow = openFlow(sealed)
      const config = await configuration()
      let claims: OpenIdClaims
      try {
        const tokens = await client.authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
          pkceCodeVerifier: flow.verifier,
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          idTokenExpected: true,
        })
        claims = claimsOf(await withEmail(config, tokens), trustEmail)
      } catch (cause) {
        throw refused(cause)
      }
      const { user } = await signIn(claims, caller).catch((cause: unknown) => {
        const problem = cause instanceof AppError ? problems[cause.code] : undefined
        throw problem ? new OpenIdFailure(problem, cause) : cause
      })
      return { principal: toPrincipal(foundUser(user), caller), next: flow.next }
    },
  }

  function openFlow(sealed: string | undefined): Flow {
    try {
      const flow = JSON.parse(secretBox.open(purpose, sealed ?? '')) as Flow
      if (flow.startedAt + flowMs > clock.now()) return flow
    } catch {
      // The cookie is missing or was not made by this service.
    }
    throw new OpenIdFailure('expired')
  }
}

/** Providers may leave the e-mail out of the id token and return it from the userinfo endpoint. */
async function withEmail(
  config: client.Configuration,
  tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers,
) {
  const claims = tokens.claims()
  if (!claims) throw new Error('The provider gave no id token.')
  if (claims.email !== undefined || !config.serverMetadata().userinfo_endpoint) return claims
  const { email, email_verified } = await client.fetchUserInfo(config, tokens.access_token, claims.sub)
  return { ...claims, email, email_verified }
}

function refused(cause: unknown): OpenIdFailure {
  if (cause instanceof client.AuthorizationResponseError && cause.error === 'access_denied') {
    return new OpenIdFailure('cancelled', cause)
  }
  return new OpenIdFailure('refused', cause)
}
