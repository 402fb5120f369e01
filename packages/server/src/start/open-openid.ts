import { createOpenIdBrowser } from '../govern/browser-sessions/openid-browser.ts'
import type { Admission } from '../govern/keys/admission.ts'
import type { FailedSignIns } from '../govern/keys/failed-sign-ins.ts'
import type { LastUse } from '../govern/keys/last-use.ts'
import { createOpenIdVerifier } from '../govern/keys/openid.ts'
import { createSignIn, createTokenSignIn } from '../govern/keys/sign-in.ts'
import type { Config } from '../ground/config/settings.ts'
import type { Database } from '../ground/database/database.ts'
import type { Clock } from '../ground/platform/clock.ts'
import type { SecretBox } from '../ground/platform/secret-box.ts'

interface OpenIdParts {
  readonly config: Config
  readonly database: Database
  readonly clock: Clock
  readonly secretBox: SecretBox
  readonly lastUse: LastUse
  readonly failedSignIns: FailedSignIns
  readonly admission: Admission
  readonly appUrl: string
}

/** Whether people sign in to the web application with the provider. */
export function hasOpenIdBrowser({ MUSTER_OIDC_ISSUER, MUSTER_OIDC_CLIENT_ID }: Config): boolean {
  return Boolean(MUSTER_OIDC_ISSUER && MUSTER_OIDC_CLIENT_ID)
}

/** Opens the OpenID provider, if one is configured: for tokens of programs and for people in a browser. */
export function openOpenId({ config, appUrl, secretBox, ...parts }: OpenIdParts) {
  const { clock } = parts
  const issuer = config.MUSTER_OIDC_ISSUER
  if (!issuer) return undefined
  const trustEmail = config.MUSTER_OIDC_TRUST_EMAIL
  const signIn = createSignIn({ ...parts, issuer })
  const { MUSTER_OIDC_AUDIENCE: audience, MUSTER_OIDC_CLIENT_ID: clientId } = config
  const verifier =
    audience &&
    createOpenIdVerifier(
      {
        issuer,
        audience,
        jwksUrl: config.MUSTER_OIDC_JWKS_URL,
        trustEmail,
        maxTokenSeconds: config.MUSTER_OIDC_MAX_TOKEN_SECONDS,
      },
      clock,
    )
  return {
    forTokens: verifier ? { issuer, signIn: createTokenSignIn(verifier, signIn) } : undefined,
    forBrowsers: clientId
      ? createOpenIdBrowser({
          issuer,
          clientId,
          clientSecret: config.MUSTER_OIDC_CLIENT_SECRET,
          name: config.MUSTER_OIDC_NAME,
          trustEmail,
          appUrl,
          secretBox,
          clock,
          signIn,
        })
      : undefined,
  }
}
