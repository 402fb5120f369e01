import type { Attributed } from '../attributes.ts'
import { circumstanceKeys } from '../circumstances.ts'
import type { Collector } from '../collector.ts'
import type { Interest } from '../otlp/interest.ts'
import { KeySet } from '../otlp/key-set.ts'
import type { Attributes, LogRecord, MetricPoint, Span, SpanEvent } from '../otlp/telemetry.ts'

/** Keys that are read for every agent: the user, and where and in which version the agent works. */
export const commonKeys = ['user.email', 'enduser.id', 'user.id', ...circumstanceKeys] as const

export interface Log<Key extends string> extends Attributed<Key> {
  readonly record: LogRecord
}

export interface PointOf extends Attributed<string> {
  readonly own: Attributes
  readonly record: MetricPoint
}

export interface SpanOf<Key extends string> extends Attributed<Key> {
  readonly record: Span
}

/**
 * How one agent's telemetry is read. An agent may report a fact several times, in logs, metrics and spans. Its file
 * decides which report counts; the others are ignored.
 */
export interface Agent<Key extends string = string> {
  readonly name: string
  /** The attributes of log records and spans that are read. The type checker refuses others. */
  readonly keys: readonly Key[]
  readonly metrics?: readonly string[]
  readonly spans?: readonly string[] | 'all'
  log?(log: Log<Key>, into: Collector): void
  point?(point: PointOf, into: Collector): void
  span?(span: SpanOf<Key>, into: Collector): void
}

export interface AgentReader extends Interest {
  readonly agent: Agent
}

export function readerFor(agent: Agent): AgentReader {
  return {
    agent,
    keys: new KeySet([...commonKeys, ...agent.keys]),
    readsLogs: agent.log !== undefined,
    metricNames: new Set(agent.metrics),
    spanNames: agent.spans === 'all' ? 'all' : new Set(agent.spans),
  }
}

/** Defines an agent and infers its keys from its list of them. */
export function defineAgent<const Key extends string>(agent: Agent<Key>): Agent<Key> {
  return agent
}

/** Converts the agent's own value to the outcome of a call. */
export function outcomeOf(success: boolean | undefined): '' | 'success' | 'error' {
  if (success === undefined) return ''
  return success ? 'success' : 'error'
}

/** The duration of a span in milliseconds, rounded. */
export function durationOf({ startTimeNs, endTimeNs }: Span): number | undefined {
  if (startTimeNs === '' || endTimeNs === '') return undefined
  const durationMs = Math.round(Number(BigInt(endTimeNs) - BigInt(startTimeNs)) / 1e6)
  return durationMs < 0 ? undefined : durationMs
}

type ReadLog<Key extends string> = (log: Log<Key>, into: Collector) => void

/**
 * Readers of log records by event name. This is a Map, since names come from outside and plain objects have inherited
 * keys.
 */
export function byEventName<Key extends string>(
  readers: Readonly<Record<string, ReadLog<Key>>>,
): ReadonlyMap<string, ReadLog<Key>> {
  return new Map(Object.entries(readers))
}

/** The attributes of an event inside a span, with the span's resource. */
export function within<Key extends string>(span: SpanOf<Key>, event: SpanEvent): Attributed<Key> {
  return { own: event.attributes, resource: span.resource }
}
