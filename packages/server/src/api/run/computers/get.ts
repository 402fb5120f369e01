import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const getComputer = forUser(endpoints.computers.get, async ({ principal, params }, { computers }) =>
  ok(await computers.get(principal, params.computerId)),
)
