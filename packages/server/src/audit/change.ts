import type { Tx } from '../database/database.ts'
import type { Principal } from '../platform/principal.ts'

/** A change that somebody makes: one transaction, in which also its audit row is written. */
export interface Change {
  readonly tx: Tx
  readonly principal: Principal
  /** The one time that every row of this change carries. */
  readonly now: number
}
