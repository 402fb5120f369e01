import { endpoints } from '@muster/contract/endpoints'
import { noContent } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const removeWebhook = change(endpoints.webhooks.remove, async ({ change, params }, { webhooks }) => {
  await webhooks.remove(change, params.webhookId)
  return noContent()
})
