import { endpoints } from '@muster/contract/endpoints'
import { read } from '../answer.ts'
import { reply, wishesOf } from './reply.ts'

export const getTools = read(endpoints.analytics.tools, async ({ principal, query, headers }, { analytics }) => {
  const kind = query.group_by ? 'tools_by_name' : 'tools'
  return reply(await analytics.days(principal, kind, query, wishesOf(headers)))
})
