import { endpoints } from '@muster/contract/endpoints'
import { forUser } from '../../answer.ts'
import { preferencesOf, reply, withFormat } from './reply.ts'

export const getUsers = forUser(endpoints.analytics.users, async ({ principal, query, headers }, services) => {
  const wanted = withFormat(query, headers)
  const answer = await services.analytics.users(principal, wanted, preferencesOf(headers))
  if (answer.nextCursor === null) return reply(answer, 'users', wanted)
  const search = new URLSearchParams({ ...query, cursor: answer.nextCursor })
  const next = `${services.about.apiUrl}${endpoints.analytics.users.path}?${search}`
  return reply(answer, 'users', wanted, { Link: `<${next}>; rel="next"` })
})
