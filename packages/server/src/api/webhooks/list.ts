import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { read } from '../answer.ts'

export const listWebhooks = read(endpoints.webhooks.list, async ({ principal }, { webhooks }) =>
  ok(await webhooks.list(principal)),
)
