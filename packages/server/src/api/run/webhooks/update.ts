import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const updateWebhook = change(
  endpoints.webhooks.update,
  { prepare: async ({ body }, { webhooks }) => (body.url === undefined ? [] : webhooks.addressesOf(body.url)) },
  async ({ change, params, body, prepared }, { webhooks }) =>
    ok(await webhooks.update(change, params.webhookId, body, prepared)),
)
