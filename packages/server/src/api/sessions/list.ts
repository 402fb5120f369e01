import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { read } from '../answer.ts'

export const listSessions = read(
  endpoints.sessions.list,
  async ({ principal, query }, { sessions }) => ok(await sessions.list(principal, query)),
  { ahead: true },
)
