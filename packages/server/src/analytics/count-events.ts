import type { Database } from '../database/database.ts'
import { query } from '../database/query.ts'
import type { EventStore } from '../events/event-store.ts'
import { AppError } from '../platform/app-error.ts'

const listChanged = query<{ day: string; generation: number }>(
  'analytics.list_days_to_count',
  'select day, generation from analytics_days where organization_id = $1 and generation <> events_generation',
)
const putCounts = query(
  'analytics.put_event_counts',
  `update analytics_days set events = counted.events, events_generation = counted.generation
   from unnest($2::text[], $3::bigint[], $4::bigint[]) as counted (day, events, generation)
   where organization_id = $1 and analytics_days.day = counted.day`,
)
const sumCounts = query<{ events: number }>(
  'analytics.sum_event_counts',
  'select coalesce(sum(events), 0)::bigint as events from analytics_days where organization_id = $1',
)

/**
 * How many events the store has of an organization. It is asked and not kept count of: between the store and the
 * database something may fail, and then a count would be wrong for ever. Days that did not change are known.
 */
export async function countEvents(database: Database, events: EventStore, organizationId: string): Promise<number> {
  await countChanged(database, events, organizationId).catch((error: unknown) => {
    // What is known is told while the store cannot be reached.
    if (!(error instanceof AppError && error.code === 'unavailable')) throw error
  })
  return (await database.get(sumCounts, [organizationId])).events
}

async function countChanged(database: Database, events: EventStore, organizationId: string): Promise<void> {
  // Read before the store is asked: events that come in between raise the generation, and the day is counted again.
  const changed = await database.many(listChanged, [organizationId])
  if (changed.length === 0) return
  const days = changed.map(({ day }) => day)
  const counts = await events.countByDay(organizationId, days)
  await database.run(putCounts, [
    organizationId,
    days,
    days.map((day) => counts.get(day) ?? 0),
    changed.map(({ generation }) => generation),
  ])
}
