import { endpoints } from '@muster/contract/endpoints'
import { forUser } from '../../answer.ts'
import { preferencesOf, reply, withFormat } from './reply.ts'

export const getWork = forUser(endpoints.analytics.work, async ({ principal, query, headers }, { analytics }) => {
  const wanted = withFormat(query, headers)
  const kind = query.group_by ? (`work_by_${query.group_by}` as const) : 'work'
  return reply(await analytics.days(principal, kind, wanted, preferencesOf(headers)), 'work', wanted)
})
