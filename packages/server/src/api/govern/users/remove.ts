import { endpoints } from '@muster/contract/endpoints'
import { noContent } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const removeUser = change(endpoints.users.remove, async ({ change, params }, { users }) => {
  await users.remove(change, params.userId)
  return noContent()
})
