import { endpoints } from '@muster/contract/endpoints'
import { created } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const inviteUser = change(endpoints.users.invite, async ({ change, body }, { users }) =>
  created(await users.invite(change, body)),
)
