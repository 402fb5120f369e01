import { endpoints } from '@muster/contract/endpoints'
import { noContent } from '../../http/call.ts'
import { change } from '../answer.ts'

export const setMyPassword = change(endpoints.organization.setPassword, async ({ change, body }, { passwords }) => {
  await passwords.change(change, body)
  return noContent()
})
