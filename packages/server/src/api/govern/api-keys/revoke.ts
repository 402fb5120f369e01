import { endpoints } from '@muster/contract/endpoints'
import { noContent } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const revokeApiKey = change(endpoints.apiKeys.revoke, async ({ change, params, query }, { keys }) => {
  await keys.revoke(change, params.id, { withChildren: query.children === 'true' })
  return noContent()
})
