import { endpoints } from '@muster/contract/endpoints'
import { forUser } from '../../answer.ts'
import { preferencesOf, reply, withFormat } from './reply.ts'

export const getActivity = forUser(
  endpoints.analytics.activity,
  async ({ principal, query, headers }, { analytics }) => {
    const wanted = withFormat(query, headers)
    const kind = query.group_by ? 'activity_by_client' : 'activity'
    return reply(await analytics.days(principal, kind, wanted, preferencesOf(headers)), 'activity', wanted)
  },
)
