import { endpoints } from '@muster/contract/endpoints'
import { read } from '../answer.ts'
import { reply, wishesOf, withFormat } from './reply.ts'

export const getAdoption = read(endpoints.analytics.adoption, async ({ principal, query, headers }, { analytics }) => {
  const wanted = withFormat(query, headers)
  return reply(await analytics.days(principal, 'adoption', wanted, wishesOf(headers)), 'adoption', wanted)
})
