import { endpoints } from '@muster/contract/endpoints'
import { forUser } from '../../answer.ts'
import { preferencesOf, reply, withFormat } from './reply.ts'

export const getProductivity = forUser(
  endpoints.analytics.productivity,
  async ({ principal, query, headers }, { analytics }) => {
    const wanted = withFormat(query, headers)
    return reply(
      await analytics.days(principal, 'productivity', wanted, preferencesOf(headers)),
      'productivity',
      wanted,
    )
  },
)
