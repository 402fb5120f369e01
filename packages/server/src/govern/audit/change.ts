import type { Tx } from '../../ground/database/database.ts'
import type { Principal } from '../../ground/platform/principal.ts'

/** A change by a user: one transaction, which also contains its audit row. */
export interface Change {
  readonly tx: Tx
  readonly principal: Principal
  /** The time of every row of this change. */
  readonly now: number
}
