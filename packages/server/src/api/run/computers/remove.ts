import { endpoints } from '@muster/contract/endpoints'
import { noContent } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const removeComputer = change(endpoints.computers.remove, async ({ change, params }, { computers }) => {
  await computers.remove(change, params.computerId)
  return noContent()
})
