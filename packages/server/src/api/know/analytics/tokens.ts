import { endpoints } from '@muster/contract/endpoints'
import { forUser } from '../../answer.ts'
import { preferencesOf, reply, withFormat } from './reply.ts'

export const getTokens = forUser(endpoints.analytics.tokens, async ({ principal, query, headers }, { analytics }) => {
  const wanted = withFormat(query, headers)
  const kind = query.group_by ? 'tokens_by_model' : 'tokens'
  return reply(await analytics.days(principal, kind, wanted, preferencesOf(headers)), 'tokens', wanted)
})
