import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { read } from '../answer.ts'

export const getStatus = read(endpoints.analytics.status, async ({ principal }, { analytics }) =>
  ok(await analytics.status(principal)),
)
