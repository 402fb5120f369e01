import { endpoints } from '@muster/contract/endpoints'
import { noContent } from '../../../http/call.ts'
import { setSessionCookie } from '../../../http/session-cookie.ts'
import { change } from '../../answer.ts'

export const signOut = change(endpoints.browserSessions.signOut, async ({ change }, { browserSessions, about }) => {
  const { browserSessionId } = change.principal
  if (browserSessionId === undefined) return noContent()
  await browserSessions.revoke(change, browserSessionId)
  return {
    ...noContent(),
    headers: { 'Set-Cookie': setSessionCookie(undefined, about.appUrl.startsWith('https:'), 0) },
  }
})
