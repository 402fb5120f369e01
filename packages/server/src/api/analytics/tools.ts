import { endpoints } from '@muster/contract/endpoints'
import { read } from '../answer.ts'
import { reply, wishesOf, withFormat } from './reply.ts'

export const getTools = read(endpoints.analytics.tools, async ({ principal, query, headers }, { analytics }) => {
  const wanted = withFormat(query, headers)
  const kind = query.group_by ? 'tools_by_name' : 'tools'
  return reply(await analytics.days(principal, kind, wanted, wishesOf(headers)), 'tools', wanted)
})
