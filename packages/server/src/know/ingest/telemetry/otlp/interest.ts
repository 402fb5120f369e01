import type { KeySet } from './key-set.ts'
import type { Attributes } from './telemetry.ts'

/**
 * The parts of a resource's telemetry that are read. Everything else is skipped without being decoded: agents send
 * whole conversations as attributes, and thousands of spans that are not about usage.
 */
export interface Interest {
  /**
   * Attributes of log records, spans and their events. All attributes of points are read, because they identify the
   * series.
   */
  readonly keys: KeySet
  readonly readsLogs: boolean
  readonly metricNames: ReadonlySet<string>
  /** Names of spans, or all of them. */
  readonly spanNames: ReadonlySet<string> | 'all'
}

export interface Choice<Reader extends Interest> {
  /** Attributes of resources that are read. */
  readonly resourceKeys: KeySet
  readerOf(resource: Attributes, scope: string): Reader
}

/** A longer attribute key is an attack or an accident. */
export const maxKeyLength = 1000
