import { endpoints } from '@muster/contract/endpoints'
import { created } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const createApiKey = change(endpoints.apiKeys.create, async ({ change, body }, { keys }) =>
  created(await keys.create(change, body)),
)
