import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

/** Not a `change`: the same events give the same numbers. */
export const recompute = forUser(endpoints.analytics.recompute, async ({ principal, body }, { analytics }) =>
  ok(await analytics.recompute(principal, body)),
)
