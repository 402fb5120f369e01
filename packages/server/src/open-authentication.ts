import { createBrowserSessions } from './browser-sessions/service.ts'
import type { Config } from './config/settings.ts'
import type { Database } from './database/database.ts'
import { createAuthenticate } from './keys/authenticate.ts'
import { FailedSignIns } from './keys/failed-sign-ins.ts'
import { LastUse } from './keys/last-use.ts'
import { createOpenIdVerifier } from './keys/openid.ts'
import { createSignIn } from './keys/sign-in.ts'
import type { Tokens } from './keys/tokens.ts'
import type { Clock } from './platform/clock.ts'
import type { Ids } from './platform/ids.ts'
import type { Lifecycle } from './platform/lifecycle.ts'
import type { Log } from './platform/log.ts'

interface AuthenticationOptions {
  readonly config: Config
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly tokens: Tokens
  readonly lifecycle: Lifecycle
}

const hourMs = 60 * 60 * 1000

/** Who is calling: by API key, token, sign-in with the OpenID provider, or the cookie of a browser. */
export function openAuthentication({ config, database, clock, ids, log, tokens, lifecycle }: AuthenticationOptions) {
  const lastUse = new LastUse({ database, clock, log })
  lifecycle.onClose('last use', () => lastUse.close())
  const failedSignIns = new FailedSignIns({ database, clock, log })
  lifecycle.onClose('failed sign-ins', () => failedSignIns.close())
  const browserSessions = createBrowserSessions({
    database,
    ids,
    clock,
    lastUse,
    idleMs: config.MUSTER_BROWSER_IDLE_HOURS * hourMs,
    lifeMs: config.MUSTER_BROWSER_DAYS * 24 * hourMs,
  })
  const authenticate = createAuthenticate({
    database,
    clock,
    tokens,
    openId: openIdFrom(config, { database, clock, lastUse, failedSignIns }),
    lastUse,
    failedSignIns,
    findBrowserSession: browserSessions.find,
    enforceNetworkPolicy: config.MUSTER_NETWORK_POLICY === 'enforce',
  })
  return { authenticate, browserSessions }
}

function openIdFrom(config: Config, parts: Omit<Parameters<typeof createSignIn>[0], 'verifier'>) {
  const { MUSTER_OIDC_ISSUER: issuer, MUSTER_OIDC_AUDIENCE: audience, MUSTER_OIDC_JWKS_URL: jwksUrl } = config
  if (!issuer || !audience) return undefined
  const trustEmail = config.MUSTER_OIDC_TRUST_EMAIL
  const maxTokenSeconds = config.MUSTER_OIDC_MAX_TOKEN_SECONDS
  const verifier = createOpenIdVerifier({ issuer, audience, jwksUrl, trustEmail, maxTokenSeconds }, parts.clock)
  return { issuer, signIn: createSignIn({ ...parts, verifier }) }
}
