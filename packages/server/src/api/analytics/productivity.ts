import { endpoints } from '@muster/contract/endpoints'
import { read } from '../answer.ts'
import { reply, wishesOf } from './reply.ts'

export const getProductivity = read(
  endpoints.analytics.productivity,
  async ({ principal, query, headers }, { analytics }) =>
    reply(await analytics.days(principal, 'productivity', query, wishesOf(headers))),
)
