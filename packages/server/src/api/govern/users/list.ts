import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const listUsers = forUser(endpoints.users.list, async ({ principal, query }, { users }) =>
  ok(await users.list(principal, query)),
)
