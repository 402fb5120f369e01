import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { read } from '../answer.ts'

export const getComputerByName = read(endpoints.computers.getByName, async ({ principal, params }, { computers }) =>
  ok(await computers.getByName(principal, params.name)),
)
