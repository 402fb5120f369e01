import { byLabel, type MetricSource } from '../../ground/platform/metric.ts'

/** Counts of what happened to records of telemetry since the service started. */
export interface Outcomes {
  accepted: number
  /** Already sent before. */
  duplicate: number
  /** Stored separately because they cannot be counted. */
  quarantined: number
  /** Not about usage. */
  ignored: number
}

export function noOutcomes(): Outcomes {
  return { accepted: 0, duplicate: 0, quarantined: 0, ignored: 0 }
}

interface Counted {
  readonly outcomes: Readonly<Outcomes>
}

interface Queue {
  readonly waiting: number
}

/** Metrics of incoming records, and of those that wait to be stored. */
export function ingestMetrics({ outcomes }: Counted, queue: Queue): MetricSource {
  return () => [
    {
      name: 'muster_telemetry_records_total',
      help: 'Records of telemetry by what became of them. One record may come to several events.',
      type: 'counter',
      samples: byLabel('outcome', { ...outcomes }),
    },
    {
      name: 'muster_telemetry_events_waiting',
      help: 'Events that wait to be stored.',
      type: 'gauge',
      samples: [{ value: queue.waiting }],
    },
  ]
}
