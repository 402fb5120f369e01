import type { Tx } from '../database/database.ts'
import type { Principal } from '../platform/principal.ts'

/** A change by somebody: one transaction, which also contains its audit row. */
export interface Change {
  readonly tx: Tx
  readonly principal: Principal
  /** The time of every row of this change. */
  readonly now: number
}
