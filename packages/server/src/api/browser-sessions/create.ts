import { endpoints } from '@muster/contract/endpoints'
import type { Change } from '../../audit/change.ts'
import { created } from '../../http/call.ts'
import { isOwnOrigin, setSessionCookie } from '../../http/session-cookie.ts'
import { AppError } from '../../platform/app-error.ts'
import { open } from '../answer.ts'

export const createBrowserSession = open(
  endpoints.browserSessions.create,
  async ({ body, headers, origin }, services) => {
    const { authenticate, browserSessions, database, clock, about } = services
    const { apiUrl, appUrl } = about
    if (!isOwnOrigin(headers, 'POST', [new URL(apiUrl).origin, new URL(appUrl).origin])) {
      throw new AppError('cross_origin', 'Sign in from the sign-in page of this service.')
    }
    const browser = { ...origin, userAgent: headers['user-agent'] ?? '' }
    const byKey = 'apiKey' in body ? await authenticate({ ...origin, bearer: body.apiKey }, 'api-key') : undefined
    const { session, cookie } = await database.transaction(async (tx) => {
      const principal = byKey ?? (await browserSessions.takeLink(tx, 'link' in body ? body.link : '', browser))
      const change: Change = { tx, principal, now: clock.now() }
      return browserSessions.open(change, byKey ? 'api-key' : 'link', browser)
    })
    const cookieHeader = setSessionCookie(cookie, appUrl.startsWith('https:'), browserSessions.lifeMs)
    return { ...created(session), headers: { 'Set-Cookie': cookieHeader, 'Cache-Control': 'no-store' } }
  },
)
