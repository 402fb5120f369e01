import { endpoints } from '@muster/contract/endpoints'
import { created } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const createWebhook = change(
  endpoints.webhooks.create,
  { prepare: ({ body }, { webhooks }) => webhooks.addressesOf(body.url) },
  async ({ change, body, prepared }, { webhooks }) => created(await webhooks.create(change, body, prepared)),
)
