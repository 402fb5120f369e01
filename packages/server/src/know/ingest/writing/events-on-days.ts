import type { EventStore } from '../../events/event-store.ts'
import type { UsageEvent } from '../../events/usage-event.ts'

/** All stored events of some sessions on these days. */
export async function eventsOnDays(
  store: EventStore,
  organizationId: string,
  sessions: readonly string[],
  days: ReadonlySet<string>,
): Promise<UsageEvent[]> {
  const found: UsageEvent[] = []
  for (const day of days) found.push(...(await store.eventsOfSessions(organizationId, sessions, day)))
  return found
}
