import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const listMessages = forUser(endpoints.messages.list, async ({ principal, params, query }, { messages }) =>
  ok(await messages.list(principal, params.sessionId, query)),
)
