import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { change } from '../answer.ts'

export const postMessage = change(endpoints.messages.post, async ({ change, params, body }, { messages }) =>
  ok(await messages.post(change, params.sessionId, body)),
)
