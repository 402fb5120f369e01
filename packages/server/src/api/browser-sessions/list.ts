import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { read } from '../answer.ts'

export const listBrowserSessions = read(
  endpoints.browserSessions.list,
  async ({ principal, query }, { browserSessions }) => ok(await browserSessions.list(principal, query)),
)
