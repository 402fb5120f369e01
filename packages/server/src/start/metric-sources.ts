import type { Database } from '../ground/database/database.ts'
import type { Clock } from '../ground/platform/clock.ts'
import { diskMetrics } from '../ground/platform/disk-metrics.ts'
import { byLabel, type MetricSource } from '../ground/platform/metric.ts'
import { analyticsMetrics } from '../know/analytics/metrics.ts'
import { ingestMetrics } from '../know/ingest/metrics.ts'
import type { Ingest } from '../know/ingest/service.ts'
import type { EventWriter } from '../know/ingest/writing/event-writer.ts'

interface Parts {
  readonly database: Database
  readonly clock: Clock
  readonly dataDir: string
  readonly ingest: Ingest
  readonly writer: EventWriter
}

/** Metrics of the installation, in addition to those of requests and of the process itself. */
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
