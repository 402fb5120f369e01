import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { read } from '../answer.ts'

export const getSession = read(
  endpoints.sessions.get,
  async ({ principal, params, query }, { sessions }) =>
    ok(await sessions.get(principal, params.sessionId, query.computerId)),
  { ahead: true },
)
