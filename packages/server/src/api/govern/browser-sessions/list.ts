import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const listBrowserSessions = forUser(
  endpoints.browserSessions.list,
  async ({ principal, query }, { browserSessions }) => ok(await browserSessions.list(principal, query)),
)
