import { endpoints } from '@muster/contract/endpoints'
import { created } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const invitePeople = change(endpoints.users.invitePeople, async ({ change, body }, { users }) =>
  created({ invitations: await users.invitePeople(change, body.list) }),
)
