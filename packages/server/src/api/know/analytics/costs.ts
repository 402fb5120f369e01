import { endpoints } from '@muster/contract/endpoints'
import { forUser } from '../../answer.ts'
import { preferencesOf, reply, withFormat } from './reply.ts'

export const getCosts = forUser(endpoints.analytics.costs, async ({ principal, query, headers }, { analytics }) => {
  const wanted = withFormat(query, headers)
  const kind = query.group_by ? (`costs_by_${query.group_by}` as const) : 'costs'
  return reply(await analytics.days(principal, kind, wanted, preferencesOf(headers)), 'costs', wanted)
})
