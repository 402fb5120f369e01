import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const decidePermission = change(
  endpoints.sessions.decidePermission,
  async ({ change, params, body }, { turns }) => ok(await turns.decide(change, params, body)),
)
