import { endpoints } from '@muster/contract/endpoints'
import { read } from '../answer.ts'
import { reply, wishesOf } from './reply.ts'

export const getTokens = read(endpoints.analytics.tokens, async ({ principal, query, headers }, { analytics }) => {
  const kind = query.group_by ? 'tokens_by_model' : 'tokens'
  return reply(await analytics.days(principal, kind, query, wishesOf(headers)))
})
