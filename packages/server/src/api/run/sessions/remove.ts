import { endpoints } from '@muster/contract/endpoints'
import { noContent } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const removeSession = change(endpoints.sessions.remove, async ({ change, params }, { sessions }) => {
  await sessions.remove(change, params.sessionId)
  return noContent()
})
