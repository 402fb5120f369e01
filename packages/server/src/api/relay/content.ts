import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { readAsComputer } from '../answer.ts'

export const getContent = readAsComputer(endpoints.relay.content, async ({ computer, params }, { messages }) =>
  ok(await messages.getForComputer(computer, params.sessionId, params.messageId)),
)
