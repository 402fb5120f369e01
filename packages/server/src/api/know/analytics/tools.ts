import { endpoints } from '@muster/contract/endpoints'
import { forUser } from '../../answer.ts'
import { preferencesOf, reply, withFormat } from './reply.ts'

export const getTools = forUser(endpoints.analytics.tools, async ({ principal, query, headers }, { analytics }) => {
  const wanted = withFormat(query, headers)
  const kind = query.group_by ? 'tools_by_name' : 'tools'
  return reply(await analytics.days(principal, kind, wanted, preferencesOf(headers)), 'tools', wanted)
})
