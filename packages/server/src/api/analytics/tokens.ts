import { endpoints } from '@muster/contract/endpoints'
import { read } from '../answer.ts'
import { reply, wishesOf, withFormat } from './reply.ts'

export const getTokens = read(endpoints.analytics.tokens, async ({ principal, query, headers }, { analytics }) => {
  const wanted = withFormat(query, headers)
  const kind = query.group_by ? 'tokens_by_model' : 'tokens'
  return reply(await analytics.days(principal, kind, wanted, wishesOf(headers)), 'tokens', wanted)
})
