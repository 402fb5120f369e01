import type { RequestLimits } from '../../../ground/platform/request-limits.ts'
import type { OpenIdPagesOptions } from '../../../http/openid-pages.ts'
import { setSessionCookie } from '../../../http/session-cookie.ts'
import type { Services } from '../../services.ts'

/** The parts that the pages of an OpenID sign-in need; undefined if no provider is configured for browsers. */
export function openIdPages(
  { openIdBrowser, browserSessions, database, clock }: Services,
  isHttps: boolean,
  limits: RequestLimits,
): OpenIdPagesOptions | undefined {
  if (!openIdBrowser) return undefined
  return {
    isHttps,
    limits,
    flowMs: openIdBrowser.flowMs,
    begin: openIdBrowser.begin,
    async finish(query, flow, caller, userAgent) {
      const { principal, next } = await openIdBrowser.finish(query, flow, caller)
      const { cookie } = await database.transaction((tx) =>
        browserSessions.open({ tx, principal, now: clock.now() }, 'openid', { ...caller, userAgent }),
      )
      return { setCookie: setSessionCookie(cookie, isHttps, browserSessions.lifeMs), next }
    },
  }
}
