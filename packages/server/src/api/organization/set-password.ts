import { endpoints } from '@muster/contract/endpoints'
import { noContent } from '../../http/call.ts'
import { preparedChange } from '../answer.ts'

/** Hashing takes its time, which no transaction should have to wait for. */
export const setMyPassword = preparedChange(
  endpoints.organization.setPassword,
  ({ principal, body }, { passwords }) => passwords.hashForChange(principal, body),
  async ({ change, prepared }, { passwords }) => {
    await passwords.change(change, prepared)
    return noContent()
  },
)
