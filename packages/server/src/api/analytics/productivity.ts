import { endpoints } from '@muster/contract/endpoints'
import { read } from '../answer.ts'
import { reply, wishesOf, withFormat } from './reply.ts'

export const getProductivity = read(
  endpoints.analytics.productivity,
  async ({ principal, query, headers }, { analytics }) => {
    const wanted = withFormat(query, headers)
    return reply(await analytics.days(principal, 'productivity', wanted, wishesOf(headers)), 'productivity', wanted)
  },
)
