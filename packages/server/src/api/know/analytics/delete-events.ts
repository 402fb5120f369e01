import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

/** Uses transactions of its own, because the events are in another store and are deleted between the two. */
export const deleteEvents = forUser(endpoints.analytics.deleteEvents, async ({ principal, query }, { analytics }) =>
  ok(await analytics.deleteEvents(principal, query)),
)
