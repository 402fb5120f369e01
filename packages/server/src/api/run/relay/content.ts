import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forComputer } from '../../answer.ts'

export const getContent = forComputer(endpoints.relay.content, async ({ computer, params }, { messages }) =>
  ok(await messages.getForComputer(computer, params.sessionId, params.messageId)),
)
