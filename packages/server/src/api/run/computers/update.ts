import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const updateComputer = change(endpoints.computers.update, async ({ change, params, body }, { computers }) =>
  ok(await computers.update(change, params.computerId, body)),
)
