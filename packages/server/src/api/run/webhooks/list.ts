import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const listWebhooks = forUser(endpoints.webhooks.list, async ({ principal }, { webhooks }) =>
  ok(await webhooks.list(principal)),
)
