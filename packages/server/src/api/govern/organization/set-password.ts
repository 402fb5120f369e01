import { endpoints } from '@muster/contract/endpoints'
import { noContent } from '../../../http/call.ts'
import { change } from '../../answer.ts'

/** Hashing is slow, so it happens before the transaction. */
export const setMyPassword = change(
  endpoints.organization.setPassword,
  { prepare: ({ principal, body }, { passwords }) => passwords.hashForChange(principal, body) },
  async ({ change, prepared }, { passwords }) => {
    await passwords.change(change, prepared)
    return noContent()
  },
)
