import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const listSessions = forUser(endpoints.sessions.list, async ({ principal, query }, { sessions }) =>
  ok(await sessions.list(principal, query)),
)
