import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { read } from '../answer.ts'

export const listApiKeys = read(endpoints.apiKeys.list, async ({ principal, query }, { keys }) =>
  ok(await keys.list(principal, query)),
)
