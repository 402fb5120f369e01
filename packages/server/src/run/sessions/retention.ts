import { recordOwnChange } from '../../govern/audit/service.ts'
import type { Database } from '../../ground/database/database.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import { dayMs } from '../../ground/platform/days.ts'
import type { Hints } from '../../ground/platform/hints.ts'
import * as repository from './repository.ts'
import * as retentionRepository from './retention-repository.ts'
import { tellComputer, tellOfSession } from './tell-session.ts'

interface RetentionOptions {
  readonly database: Database
  readonly clock: Clock
  readonly hints: Hints
}

/** Small enough that no transaction holds many rows for long. */
const batchSize = 100

/** Deletes idle sessions without a change for longer than their organization keeps them. Returns how many. */
export async function deleteExpiredSessions({ database, clock, hints }: RetentionOptions) {
  let total = 0
  for (const { organization_id: organizationId, days } of await retentionRepository.retentions(database)) {
    const now = clock.now()
    let deleted: number
    do {
      deleted = await deleteBatch(database, hints, organizationId, now - days * dayMs, now)
      total += deleted
    } while (deleted === batchSize)
  }
  return total
}

function deleteBatch(
  database: Database,
  hints: Hints,
  organizationId: string,
  before: number,
  now: number,
): Promise<number> {
  return database.transaction(async (tx) => {
    const sessions = await retentionRepository.expired(tx, organizationId, before, batchSize)
    for (const { id, user_id: userId, computer_id: computerId, version } of sessions) {
      await repository.remove(tx, { organizationId, id })
      await recordOwnChange(tx, organizationId, now, { action: 'session.expire', target: { type: 'session', id } })
      const gone = { organization_id: organizationId, id, version: version + 1 }
      tellOfSession(tx, hints, gone, { userId, computerId })
      tellComputer(tx, hints, computerId, id)
    }
    return sessions.length
  })
}
