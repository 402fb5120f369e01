import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import { dayOf } from '../../ground/platform/days.ts'
import { byLabel, type MetricSource } from '../../ground/platform/metric.ts'

const countDays = query<{ pending: number; failing: number; oldest: number | null }>(
  'analytics.count_days',
  `select count(*) as pending, count(*) filter (where failures > 0) as failing,
     min(pending_since) filter (where failures = 0) as oldest
   from analytics_days where (generation > computed_generation or activity_stale) and day < $1`,
)

/** How far the batch is behind, over all organizations. */
export function analyticsMetrics(database: Handle, clock: Clock): MetricSource {
  return async () => {
    const now = clock.now()
    const { pending, failing, oldest } = await database.get(countDays, [dayOf(now)])
    const waitedSeconds = oldest === null ? 0 : Math.max(0, now - oldest) / 1000
    return [
      {
        name: 'muster_analytics_days',
        help: 'Days that are over and wait to be computed; failing ones are pending, too.',
        type: 'gauge',
        samples: byLabel('state', { pending, failing }),
      },
      {
        name: 'muster_analytics_oldest_pending_seconds',
        help: 'How long the day has waited that waits for longest, failing ones left out.',
        type: 'gauge',
        samples: [{ value: waitedSeconds }],
      },
    ]
  }
}
