import type { UserDay } from './invented-events.ts'

/** Puts invented events into the store of a data directory that no service has open. */
export interface FillJob {
  readonly kind: 'fill'
  readonly dataDir: string
  readonly organizationId: string
  /** Beginnings of days. */
  readonly days: readonly number[]
  readonly users: number
  /** Which events of each user and day: from this number up to the other. */
  readonly events: Pick<UserDay, 'from' | 'to'>
}

/** Adds up a day in a copy of the store, with one statement for each kind of facts and nothing around them. */
export interface GroupByJob {
  readonly kind: 'group by'
  readonly file: string
  readonly organizationId: string
  readonly day: string
}

export interface StoreResult {
  /** Events that were written, or groups that were found. */
  readonly count: number
  readonly seconds: number
  readonly cpuSeconds: number
}
