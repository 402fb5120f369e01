import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { read } from '../answer.ts'

export const listUsers = read(endpoints.users.list, async ({ principal, query }, { users }) =>
  ok(await users.list(principal, query)),
)
