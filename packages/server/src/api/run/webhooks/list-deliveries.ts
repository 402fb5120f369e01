import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const listDeliveries = forUser(
  endpoints.webhooks.deliveries,
  async ({ principal, params, query }, { webhooks }) =>
    ok(await webhooks.deliveries(principal, params.webhookId, query)),
)
