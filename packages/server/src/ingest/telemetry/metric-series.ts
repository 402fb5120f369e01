import { hash } from 'node:crypto'
import type { CounterPoint } from '../draft.ts'
import type { PointOf } from './agents/agent.ts'
import type { Collector } from './collector.ts'
import type { AttributeValue } from './otlp/telemetry.ts'

/** Attributes of a resource that tell processes apart. */
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
 * What tells a point's series from every other: the metric, every attribute in order, and the process. A hash of them,
 * since attributes may be of any length and hold any character.
 */
function seriesOf(point: PointOf): string {
  const parts = [point.record.metric]
  for (const key of processKeys) parts.push(plain(point.resource.get(key)))
  for (const key of [...point.own.keys()].sort()) parts.push(`${key}=${plain(point.own.get(key))}`)
  return `${point.record.metric}|${hash('sha256', parts.join('|'), 'hex').slice(0, 32)}`
}

/** What tells a point from every other one, and when it is. */
export interface Window {
  readonly key: readonly string[]
  readonly timeNs: string
  readonly counter: CounterPoint | undefined
}

/**
 * A point's series and window of time, by which it is the same point when it is delivered again. A point of a delta
 * metric is an event; one of a running total is not yet. A point without a window is rejected.
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
