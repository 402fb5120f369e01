import { endpoints } from '@muster/contract/endpoints'
import { read } from '../answer.ts'
import { reply, wishesOf } from './reply.ts'

export const getUsers = read(endpoints.analytics.users, async ({ principal, query, headers }, services) => {
  const answer = await services.analytics.users(principal, query, wishesOf(headers))
  if (answer.nextCursor === null) return reply(answer)
  const search = new URLSearchParams({ ...query, cursor: answer.nextCursor })
  const next = `${services.about.apiUrl}${endpoints.analytics.users.path}?${search}`
  return reply(answer, { Link: `<${next}>; rel="next"` })
})
