import { hash } from 'node:crypto'
import type { CounterPoint } from '../draft.ts'
import type { PointOf } from './agents/agent.ts'
import type { Collector } from './collector.ts'
import type { AttributeValue } from './otlp/telemetry.ts'

/** Attributes of a resource that distinguish processes. */
export const processKeys = [
  'service.name',
  'service.instance.id',
  'host.name',
  'host.id',
  'process.pid',
  'user.email',
  'enduser.id',
] as const

/**
 * Identifies a point's series: a hash of the metric, every attribute in order, and the process. It is a hash, since
 * attributes may have any length and content.
 */
function seriesOf(point: PointOf): string {
  const parts = [point.record.metric]
  for (const key of processKeys) parts.push(plain(point.resource.get(key)))
  for (const key of [...point.own.keys()].sort()) parts.push(`${key}=${plain(point.own.get(key))}`)
  return `${point.record.metric}|${hash('sha256', parts.join('|'), 'hex').slice(0, 32)}`
}

/** The identity of a point, and its time. */
interface Window {
  readonly key: readonly string[]
  readonly timeNs: string
  readonly counter: CounterPoint | undefined
}

/**
 * Returns a point's series and time window, which identify it when it is delivered again. A point of a delta metric
 * becomes an event at once; one of a running total does so later. A point without a window is rejected.
 */
export function windowOf(point: PointOf, into: Collector): Window | undefined {
  const { temporality, startTimeNs, timeNs } = point.record
  if (temporality === 'none') {
    into.quarantine('The metric does not say whether it is delta or cumulative.')
    return undefined
  }
  const series = seriesOf(point)
  const counter = temporality === 'cumulative' ? { series, startTimeNs, timeNs } : undefined
  return { key: [series, startTimeNs, timeNs], timeNs, counter }
}

function plain(value: AttributeValue): string {
  return value === undefined ? '' : String(value)
}
