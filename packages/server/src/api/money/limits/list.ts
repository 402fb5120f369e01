import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const listLimits = forUser(endpoints.limits.list, async ({ principal, query }, { limits }) =>
  ok(await limits.list(principal, query)),
)
