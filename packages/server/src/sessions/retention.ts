import { recordOwnChange } from '../audit/service.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../platform/clock.ts'
import * as repository from './repository.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Small enough that a transaction never holds many rows for long. */
const batchSize = 100

/** Deletes idle sessions that nobody touched for longer than their organization keeps them. Returns how many. */
export async function deleteExpiredSessions({ database, clock }: { database: Database; clock: Clock }) {
  let total = 0
  for (const { organization_id: organizationId, days } of await repository.retentions(database)) {
    const now = clock.now()
    let deleted: number
    do {
      deleted = await deleteBatch(database, organizationId, now - days * dayMs, now)
      total += deleted
    } while (deleted === batchSize)
  }
  return total
}

function deleteBatch(database: Database, organizationId: string, before: number, now: number): Promise<number> {
  return database.transaction(async (tx) => {
    const sessions = await repository.expired(tx, organizationId, before, batchSize)
    for (const { id } of sessions) {
      await repository.remove(tx, { organizationId, id })
      await recordOwnChange(tx, organizationId, now, { action: 'session.expire', target: { type: 'session', id } })
    }
    return sessions.length
  })
}
