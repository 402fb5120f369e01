import { endpoints } from '@muster/contract/endpoints'
import { read } from '../answer.ts'
import { reply, wishesOf, withFormat } from './reply.ts'

export const getCosts = read(endpoints.analytics.costs, async ({ principal, query, headers }, { analytics }) => {
  const wanted = withFormat(query, headers)
  const kind = query.group_by ? (`costs_by_${query.group_by}` as const) : 'costs'
  return reply(await analytics.days(principal, kind, wanted, wishesOf(headers)), 'costs', wanted)
})
