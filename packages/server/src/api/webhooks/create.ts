import { endpoints } from '@muster/contract/endpoints'
import { created } from '../../http/call.ts'
import { preparedChange } from '../answer.ts'

export const createWebhook = preparedChange(
  endpoints.webhooks.create,
  ({ body }, { webhooks }) => webhooks.addressesOf(body.url),
  async ({ change, body, prepared }, { webhooks }) => created(await webhooks.create(change, body, prepared)),
)
