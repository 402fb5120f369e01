import { endpoints } from '@muster/contract/endpoints'
import { read } from '../answer.ts'
import { reply, wishesOf, withFormat } from './reply.ts'

export const getWork = read(endpoints.analytics.work, async ({ principal, query, headers }, { analytics }) => {
  const wanted = withFormat(query, headers)
  const kind = query.group_by ? (`work_by_${query.group_by}` as const) : 'work'
  return reply(await analytics.days(principal, kind, wanted, wishesOf(headers)), 'work', wanted)
})
