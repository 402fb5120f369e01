import type { KeySet } from './key-set.ts'
import type { Attributes } from './telemetry.ts'

/**
 * What somebody reads of the telemetry of one resource. Everything else is passed over without being decoded: agents
 * send whole conversations as attributes, and thousands of spans that tell nothing about usage.
 */
export interface Interest {
  /** Of log records, spans and their events. Points are read whole: all their attributes tell series apart. */
  readonly keys: KeySet
  readonly readsLogs: boolean
  readonly metricNames: ReadonlySet<string>
  /** Names of spans, or all of them. */
  readonly spanNames: ReadonlySet<string> | 'all'
}

export interface Choice<Reader extends Interest> {
  /** Keys of attributes of resources that are read. */
  readonly resourceKeys: KeySet
  readerOf(resource: Attributes, scope: string): Reader
}

/** An attribute key longer than this is no key but an attack or an accident. */
export const maxKeyLength = 1000
