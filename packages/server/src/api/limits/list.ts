import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { read } from '../answer.ts'

export const listLimits = read(endpoints.limits.list, async ({ principal, query }, { limits }) =>
  ok(await limits.list(principal, query)),
)
