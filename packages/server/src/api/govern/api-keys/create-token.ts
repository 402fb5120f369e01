import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const createToken = change(endpoints.apiKeys.createToken, async ({ change }, { keys }) =>
  ok(await keys.createToken(change)),
)
