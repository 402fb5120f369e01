import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const listApiKeys = forUser(endpoints.apiKeys.list, async ({ principal, query }, { keys }) =>
  ok(await keys.list(principal, query)),
)
