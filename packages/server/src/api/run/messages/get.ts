import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const getMessage = forUser(endpoints.messages.get, async ({ principal, params, query }, { messages }) =>
  ok(await messages.get(principal, params.sessionId, params.messageId, query.computerId)),
)
