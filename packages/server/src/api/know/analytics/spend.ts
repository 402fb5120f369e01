import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const getSpend = forUser(endpoints.analytics.spend, async ({ principal, query }, { spend }) =>
  ok(await spend.ofMonth(principal, query.month)),
)
