import type { Database } from '../database/database.ts'
import type { EventStore } from '../events/event-store.ts'
import { claimForRelay } from '../ingest/writing/counted-sessions.ts'
import type { EventWriter } from '../ingest/writing/event-writer.ts'
import type { Log } from '../platform/log.ts'
import { repeat } from '../platform/repeat.ts'
import { tellFailure } from '../platform/tell-failure.ts'
import * as repository from './repository.ts'
import { eventsOfTurn } from './turn-events.ts'

export const noteEndedTurn = repository.insert

interface CountOptions {
  readonly database: Database
  readonly events: EventStore
  readonly writer: EventWriter
  readonly log: Log
}

const batchSize = 200
const everyMs = 1_000

/**
 * Writes ended turns to the event store. A turn that was written and not yet removed is written again, and counts once.
 */
async function countEndedTurns({ database, events, writer }: Omit<CountOptions, 'log'>): Promise<number> {
  let counted = 0
  for (let after = 0; ; ) {
    const rows = await repository.list(database, after, batchSize)
    for (const { organization_id: organizationId, turn } of rows) {
      const all = eventsOfTurn(organizationId, turn)
      const { agentSession } = turn
      const own = agentSession
        ? await writer.whileClaiming(organizationId, () =>
            claimForRelay(database, events, organizationId, agentSession, all),
          )
        : all
      await writer.write(organizationId, { events: own, points: [], isOfRelay: true })
    }
    await repository.remove(
      database,
      rows.map(({ id }) => id),
    )
    counted += rows.length
    if (rows.length < batchSize) return counted
    after = rows.at(-1)?.id ?? after
  }
}

/** Keeps the usage of sessions current within a second or two. */
export function startCountingTurns({ log, ...parts }: CountOptions): { stop(): Promise<void> } {
  return repeat({
    work: () => countEndedTurns(parts),
    onFailure: (error) => tellFailure(log, 'turns that ended could not be counted, which will be tried again', error),
    pauseMs: ({ hasFailed }) => (hasFailed ? 10 * everyMs : everyMs),
  })
}
