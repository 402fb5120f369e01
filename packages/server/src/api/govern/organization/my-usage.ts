import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const getMyUsage = forUser(
  endpoints.organization.myUsage,
  async ({ principal, query }, { analytics, limits }) => {
    const [{ data, money, meta }, { month, used, limit }] = await Promise.all([
      analytics.ownUsage(principal, query),
      limits.ofCaller(principal),
    ])
    return ok({ data, month: { month, credits_used: used, credit_limit: limit, ...money }, meta })
  },
)
