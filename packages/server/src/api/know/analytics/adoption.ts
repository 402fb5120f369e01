import { endpoints } from '@muster/contract/endpoints'
import { forUser } from '../../answer.ts'
import { preferencesOf, reply, withFormat } from './reply.ts'

export const getAdoption = forUser(
  endpoints.analytics.adoption,
  async ({ principal, query, headers }, { analytics }) => {
    const wanted = withFormat(query, headers)
    return reply(await analytics.days(principal, 'adoption', wanted, preferencesOf(headers)), 'adoption', wanted)
  },
)
