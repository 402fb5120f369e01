import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

/** Not a `change`: it only does earlier what the service does anyway. */
export const refresh = forUser(endpoints.analytics.refresh, async ({ principal, leaving }, { analytics }) =>
  ok(await analytics.refresh(principal, leaving())),
)
