import type { Database } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import type { EventStore } from '../events/event-store.ts'

const listGenerations = query<{ day: string; generation: number }>(
  'analytics.list_generations',
  'select day, generation from analytics_days where organization_id = $1 and generation > 0',
)

interface DayCount {
  readonly generation: number
  readonly events: number
}

/** How many organizations are cached, each with a few years of days. */
const maxOrganizations = 200

/**
 * Counts the stored events of an organization. It asks the event store, because a counter in the database would stay
 * wrong after a failure between the two. Days that did not change are not counted again. `settle` makes their
 * generations include every stored event.
 */
export function createEventCount(database: Database, events: EventStore, settle: () => Promise<void>) {
  const known = new Map<string, Map<string, DayCount>>()

  async function countChanged(organizationId: string, counts: Map<string, DayCount>): Promise<void> {
    await settle()
    // Read before the store is queried: events that arrive in between raise the generation, and the day is counted
    // again.
    const days = await database.many(listGenerations, [organizationId])
    const changed = days.filter(({ day, generation }) => counts.get(day)?.generation !== generation)
    const counted = await events.countByDay(
      organizationId,
      changed.map(({ day }) => day),
    )
    for (const { day, generation } of changed) counts.set(day, { generation, events: counted.get(day) ?? 0 })
  }

  return async (organizationId: string): Promise<number> => {
    const counts = known.get(organizationId) ?? new Map<string, DayCount>()
    known.delete(organizationId)
    known.set(organizationId, counts)
    for (const oldest of known.keys()) if (known.size > maxOrganizations) known.delete(oldest)
    await countChanged(organizationId, counts).catch((error: unknown) => {
      // While the store is unavailable, the known counts are returned.
      if (!(error instanceof AppError && error.code === 'unavailable')) throw error
    })
    return [...counts.values()].reduce((sum, day) => sum + day.events, 0)
  }
}
