import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { change } from '../answer.ts'

export const updateSession = change(endpoints.sessions.update, async ({ change, params, body }, { sessions }) =>
  ok(await sessions.update(change, params.sessionId, body)),
)
