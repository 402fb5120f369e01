import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const rotateWebhookSecret = change(endpoints.webhooks.rotateSecret, async ({ change, params }, { webhooks }) =>
  ok(await webhooks.rotateSecret(change, params.webhookId)),
)
