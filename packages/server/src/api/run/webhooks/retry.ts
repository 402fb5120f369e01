import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const retryDelivery = change(endpoints.webhooks.retry, async ({ change, params }, { webhooks }) =>
  ok(await webhooks.retry(change, params.deliveryId)),
)
