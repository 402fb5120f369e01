import { endpoints } from '@muster/contract/endpoints'
import { noContent } from '../../../http/call.ts'
import { setSessionCookie } from '../../../http/session-cookie.ts'
import { change } from '../../answer.ts'

export const revokeBrowserSession = change(
  endpoints.browserSessions.revoke,
  async ({ change, params }, { browserSessions, about }) => {
    await browserSessions.revoke(change, params.id)
    const { browserSessionId } = change.principal
    if (browserSessionId === undefined || ![browserSessionId, 'all'].includes(params.id)) return noContent()
    return {
      ...noContent(),
      headers: { 'Set-Cookie': setSessionCookie(undefined, about.appUrl.startsWith('https:'), 0) },
    }
  },
)
