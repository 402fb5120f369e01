import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { aheadChange } from '../answer.ts'

export const postMessage = aheadChange(
  endpoints.messages.post,
  {
    prepare: ({ principal, params }, { messages }) => messages.prepare(principal, params.sessionId),
    oneByOne: ({ principal, params }) => `${principal.organizationId} ${params.sessionId.toLowerCase()}`,
    lock: ({ change, params }, { messages }) => messages.lock(change, params.sessionId),
    atOnce: async ({ change, bearer, once, params, body }, { messages }) => {
      const posted = await messages.postAtOnce(change, params.sessionId, body, { bearer, once })
      return posted && ok(posted)
    },
  },
  async ({ change, params, body, prepared }, { messages }) =>
    ok(await messages.post(change, params.sessionId, body, prepared)),
)
