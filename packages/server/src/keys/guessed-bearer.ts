import type { Principal } from '../platform/principal.ts'
import type { BearerRow } from './bearer-repository.ts'

/** A bearer as it was at its last request. By now it may be revoked, or its user may have another role. */
export interface GuessedBearer {
  readonly principal: Principal
  /** What `bearerHolds` asserts. */
  readonly row: BearerRow
  /** Notes the use of the bearer. Called when the guess turned out to be right. */
  confirmed(): void
}
