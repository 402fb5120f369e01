import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const updateUser = change(endpoints.users.update, async ({ change, params, body }, { users }) =>
  ok(await users.update(change, params.userId, body)),
)
