import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { read } from '../answer.ts'

export const listDeliveries = read(endpoints.webhooks.deliveries, async ({ principal, params, query }, { webhooks }) =>
  ok(await webhooks.deliveries(principal, params.webhookId, query)),
)
