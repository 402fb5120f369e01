import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const getComputerByName = forUser(endpoints.computers.getByName, async ({ principal, params }, { computers }) =>
  ok(await computers.getByName(principal, params.name)),
)
