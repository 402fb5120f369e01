import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { preparedChange } from '../answer.ts'

export const updateWebhook = preparedChange(
  endpoints.webhooks.update,
  async ({ body }, { webhooks }) => (body.url === undefined ? [] : webhooks.addressesOf(body.url)),
  async ({ change, params, body, prepared }, { webhooks }) =>
    ok(await webhooks.update(change, params.webhookId, body, prepared)),
)
