import type { SignIn, SignInMethod } from '@muster/contract/browser-session'
import { endpoints } from '@muster/contract/endpoints'
import type { Change } from '../../../govern/audit/change.ts'
import { setPassword } from '../../../govern/browser-sessions/passwords.ts'
import { endBrowserSessions } from '../../../govern/browser-sessions/service.ts'
import type { Caller } from '../../../govern/keys/caller.ts'
import { foundUser } from '../../../govern/keys/found-bearer.ts'
import { toPrincipal } from '../../../govern/keys/to-principal.ts'
import type { Tx } from '../../../ground/database/database.ts'
import { AppError, invalid } from '../../../ground/platform/app-error.ts'
import type { Principal } from '../../../ground/platform/principal.ts'
import { created } from '../../../http/call.ts'
import { isOwnOrigin, setSessionCookie } from '../../../http/session-cookie.ts'
import { open } from '../../answer.ts'
import type { Services } from '../../services.ts'

export const createBrowserSession = open(
  endpoints.browserSessions.create,
  async ({ body, headers, origin }, services) => {
    const { browserSessions, database, clock, about } = services
    const { apiUrl, appUrl } = about
    if (!isOwnOrigin(headers, 'POST', [new URL(apiUrl).origin, new URL(appUrl).origin])) {
      throw new AppError('cross_origin', 'Sign in from the sign-in page of this service.')
    }
    const organization = headers['muster-organization']
    const caller: Caller = {
      ...origin,
      bearer: undefined,
      organization: typeof organization === 'string' ? organization : undefined,
    }
    const { method, begin } = await recognize(body, caller, services)
    const { session, cookie } = await database.transaction(async (tx) => {
      const change: Change = { tx, principal: await begin(tx, clock.now()), now: clock.now() }
      return browserSessions.open(change, method, { ...origin, userAgent: headers['user-agent'] ?? '' })
    })
    const cookieHeader = setSessionCookie(cookie, appUrl.startsWith('https:'), browserSessions.lifeMs)
    return { ...created(session), headers: { 'Set-Cookie': cookieHeader, 'Cache-Control': 'no-store' } }
  },
)

interface Recognized {
  readonly method: SignInMethod
  /** Finds the user in the transaction that opens the session, because a link works only once. */
  readonly begin: (tx: Tx, now: number) => Promise<Principal>
}

async function recognize(body: SignIn, caller: Caller, services: Services): Promise<Recognized> {
  const { authenticate, passwords, links } = services
  if ('apiKey' in body) {
    const principal = await authenticate({ ...caller, bearer: body.apiKey }, 'api-key')
    return { method: 'api-key', begin: async () => principal }
  }
  if ('email' in body) {
    const principal = await passwords.signIn(body.email, body.password, {
      ...caller,
      organization: body.organizationId ?? caller.organization,
    })
    return { method: 'password', begin: async () => principal }
  }
  const { link, newPassword } = body
  const { purpose } = await links.check(link, caller)
  if (purpose !== 'sign-in' && newPassword === undefined) {
    throw invalid('newPassword', 'must be there: this link is for choosing a password')
  }
  const hash = newPassword === undefined ? undefined : await passwords.hash(newPassword)
  return {
    method: 'link',
    async begin(tx, now) {
      const row = await links.take(tx, link, caller)
      const principal = toPrincipal(foundUser(row), caller)
      if (hash === undefined) return principal
      const change: Change = { tx, principal, now }
      // Another person may know the old password, so its sessions end.
      await endBrowserSessions(change, principal.userId)
      await setPassword(change, hash)
      return principal
    },
  }
}
