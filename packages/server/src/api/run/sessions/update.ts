import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const updateSession = change(
  endpoints.sessions.update,
  async ({ change, params, body }, { sessions, turns }) => {
    const session = await sessions.update(change, params.sessionId, body)
    // An archived session must not have a running turn.
    if (!body.sessionSettings?.archivedAt || session.status === 'idle') return ok(session)
    return ok((await turns.interrupt(change, params.sessionId)).session)
  },
)
