import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const postMessage = change(
  endpoints.messages.post,
  {
    prepare: ({ principal, params }, { messages }) => messages.prepare(principal, params.sessionId),
    oneByOne: ({ principal, params }) => `${principal.organizationId} ${params.sessionId.toLowerCase()}`,
  },
  async ({ change, params, body, prepared }, { messages }) =>
    ok(await messages.post(change, params.sessionId, body, prepared)),
)
