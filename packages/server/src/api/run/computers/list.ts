import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const listComputers = forUser(endpoints.computers.list, async ({ principal }, { computers }) =>
  ok(await computers.list(principal)),
)
