import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { read } from '../answer.ts'

export const listMessages = read(
  endpoints.messages.list,
  async ({ principal, params, query }, { messages }) => ok(await messages.list(principal, params.sessionId, query)),
  { ahead: true },
)
