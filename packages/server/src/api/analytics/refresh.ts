import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { forUser } from '../answer.ts'

/** Not a change: it brings forward what the service does by itself, and nothing anybody decided is different after. */
export const refresh = forUser(endpoints.analytics.refresh, async ({ principal, leaving }, { analytics }) =>
  ok(await analytics.refresh(principal, leaving())),
)
