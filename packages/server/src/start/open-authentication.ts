import { createLinks } from '../govern/browser-sessions/links.ts'
import { createPasswords } from '../govern/browser-sessions/passwords.ts'
import { createBrowserSessions } from '../govern/browser-sessions/service.ts'
import { createAdmission } from '../govern/keys/admission.ts'
import { createAuthenticate } from '../govern/keys/authenticate.ts'
import { FailedSignIns } from '../govern/keys/failed-sign-ins.ts'
import { createJudgeAgain } from '../govern/keys/judge-again.ts'
import { LastUse } from '../govern/keys/last-use.ts'
import { createStays } from '../govern/keys/stays.ts'
import type { Tokens } from '../govern/keys/tokens.ts'
import type { Config } from '../ground/config/settings.ts'
import type { Database } from '../ground/database/database.ts'
import type { RightsWatch } from '../ground/database/rights-watch.ts'
import type { Clock } from '../ground/platform/clock.ts'
import type { Ids } from '../ground/platform/ids.ts'
import type { Lifecycle } from '../ground/platform/lifecycle.ts'
import type { Log } from '../ground/platform/log.ts'
import type { SecretBox } from '../ground/platform/secret-box.ts'
import { hasOpenIdBrowser, openOpenId } from './open-openid.ts'

interface AuthenticationOptions {
  readonly config: Config
  readonly database: Database
  readonly rights: RightsWatch | undefined
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly tokens: Tokens
  readonly lifecycle: Lifecycle
  readonly secretBox: SecretBox
  readonly appUrl: string
}

const hourMs = 60 * 60 * 1000

/** Finds out who is calling: by API key, token, sign-in with the OpenID provider, or session cookie. */
export function openAuthentication(options: AuthenticationOptions) {
  const { config, database, rights, clock, ids, log, tokens, lifecycle, appUrl } = options
  const lastUse = new LastUse({ database, clock, log })
  lifecycle.onClose('last use', () => lastUse.close())
  const failedSignIns = new FailedSignIns({ database, clock, log })
  lifecycle.onClose('failed sign-ins', () => failedSignIns.close())
  const admission = createAdmission({
    clock,
    failedSignIns,
    enforcesAddresses: config.MUSTER_NETWORK_POLICY === 'enforce',
    hasOpenId: hasOpenIdBrowser(config),
  })
  const stays = createStays(log)
  lifecycle.onClose('those who stay', () => stays.close())
  const openId = openOpenId({ ...options, lastUse, failedSignIns, admission })
  const browserSessions = createBrowserSessions({
    database,
    ids,
    clock,
    lastUse,
    admission,
    idleMs: config.MUSTER_BROWSER_IDLE_HOURS * hourMs,
    lifeMs: config.MUSTER_BROWSER_DAYS * 24 * hourMs,
  })
  const authenticate = createAuthenticate({
    database,
    rights,
    tokens,
    openId: openId?.forTokens,
    lastUse,
    failedSignIns,
    admission,
    judgeAgain: createJudgeAgain({ database, admission, browserSessionById: browserSessions.findById }),
    stays,
    findBrowserSession: browserSessions.find,
  })
  return {
    lastUse,
    failedSignIns,
    admission,
    stays,
    authenticate,
    browserSessions,
    links: createLinks({ database, ids, clock, appUrl, admission }),
    passwords: createPasswords({ database, clock, failedSignIns, admission }),
    openIdBrowser: openId?.forBrowsers,
  }
}
