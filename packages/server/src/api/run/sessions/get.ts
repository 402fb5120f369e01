import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const getSession = forUser(endpoints.sessions.get, async ({ principal, params, query }, { sessions, watch }) =>
  ok(
    query.wait === undefined
      ? await sessions.get(principal, params.sessionId, query.computerId)
      : await watch.untilIdle(principal, params.sessionId, Number(query.wait)),
  ),
)
