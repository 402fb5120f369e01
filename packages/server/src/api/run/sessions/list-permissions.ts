import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const listPermissions = forUser(endpoints.sessions.listPermissions, async ({ principal, params }, { turns }) =>
  ok(await turns.permissions(principal, params.sessionId)),
)
