import type { Database } from '../database/database.ts'
import { sharedLoad } from '../platform/batching/shared-load.ts'
import type { Clock } from '../platform/clock.ts'
import type { Principal } from '../platform/principal.ts'
import { bearersById } from './bearer-repository.ts'
import * as repository from './repository.ts'

interface StillHoldsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly isBrowserSessionOpen: (id: string) => Promise<boolean>
}

/** Whether a bearer that was admitted earlier would still be admitted, with the same role. */
export function createStillHolds({ database, clock, isBrowserSessionOpen }: StillHoldsOptions) {
  const findBearer = sharedLoad((ids: readonly string[]) => bearersById(database, ids))
  return async function stillHolds(principal: Principal) {
    const { organizationId, userId, role, apiKeyId, expiresAtMs, browserSessionId } = principal
    if (expiresAtMs !== null && expiresAtMs <= clock.now()) return false
    if (browserSessionId !== undefined && !(await isBrowserSessionOpen(browserSessionId))) return false
    const now =
      apiKeyId === null
        ? await repository.findAndKeepRole(database, organizationId, userId)
        : (await findBearer(apiKeyId))?.role
    return now === role
  }
}
