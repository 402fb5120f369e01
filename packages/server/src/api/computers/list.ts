import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { read } from '../answer.ts'

export const listComputers = read(endpoints.computers.list, async ({ principal }, { computers }) =>
  ok(await computers.list(principal)),
)
