import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const getStatus = forUser(endpoints.analytics.status, async ({ principal }, { analytics }) =>
  ok(await analytics.status(principal)),
)
