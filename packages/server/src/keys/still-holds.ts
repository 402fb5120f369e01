import type { Database } from '../database/database.ts'
import type { Principal } from '../organizations/principal.ts'
import type { Clock } from '../platform/clock.ts'
import { sharedLoad } from '../platform/shared-load.ts'
import * as repository from './repository.ts'

/** Tells whether a bearer that was admitted a while ago would still be, with the same role. */
export function createStillHolds({ database, clock }: { database: Database; clock: Clock }) {
  const findBearer = sharedLoad((ids: readonly string[]) => repository.bearersById(database, ids))
  return async function stillHolds({ organizationId, userId, role, apiKeyId, expiresAtMs }: Principal) {
    if (expiresAtMs !== null && expiresAtMs <= clock.now()) return false
    const now =
      apiKeyId === null
        ? await repository.findAndKeepRole(database, organizationId, userId)
        : (await findBearer(apiKeyId))?.role
    return now === role
  }
}
