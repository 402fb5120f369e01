import { analyticsMetrics } from './analytics/metrics.ts'
import type { Database } from './database/database.ts'
import { ingestMetrics } from './ingest/metrics.ts'
import type { Ingest } from './ingest/service.ts'
import type { EventWriter } from './ingest/writing/event-writer.ts'
import type { Clock } from './platform/clock.ts'
import { diskMetrics } from './platform/disk-metrics.ts'
import { byLabel, type MetricSource } from './platform/metric.ts'

interface Parts {
  readonly database: Database
  readonly clock: Clock
  readonly dataDir: string
  readonly ingest: Ingest
  readonly writer: EventWriter
}

/** Metrics of the installation, besides those of requests and of the process itself. */
export function metricSources({ database, clock, dataDir, ingest, writer }: Parts): MetricSource[] {
  return [
    ingestMetrics(ingest, writer),
    analyticsMetrics(database, clock),
    diskMetrics(dataDir),
    () => [
      {
        name: 'muster_database_connections',
        help: 'Connections to the database by what they do; waiting: requests that wait for one.',
        type: 'gauge',
        samples: byLabel('state', database.connections()),
      },
    ],
  ]
}
