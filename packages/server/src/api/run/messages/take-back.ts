import { endpoints } from '@muster/contract/endpoints'
import { noContent } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const takeBackMessage = change(endpoints.messages.takeBack, async ({ change, params }, { turns }) => {
  await turns.takeBack(change, params.sessionId, params.messageId)
  return noContent()
})
