import { endpoints } from '@muster/contract/endpoints'
import { created } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const registerComputer = change(endpoints.computers.register, async ({ change, body }, { computers }) =>
  created(await computers.register(change, body)),
)
