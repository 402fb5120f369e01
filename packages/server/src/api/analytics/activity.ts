import { endpoints } from '@muster/contract/endpoints'
import { read } from '../answer.ts'
import { reply, wishesOf, withFormat } from './reply.ts'

export const getActivity = read(endpoints.analytics.activity, async ({ principal, query, headers }, { analytics }) => {
  const wanted = withFormat(query, headers)
  const kind = query.group_by ? 'activity_by_client' : 'activity'
  return reply(await analytics.days(principal, kind, wanted, wishesOf(headers)), 'activity', wanted)
})
