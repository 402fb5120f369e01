import type { Database } from '../../ground/database/database.ts'
import { dayMs } from '../../ground/platform/days.ts'
import type { Log } from '../../ground/platform/log.ts'
import { repeat } from '../../ground/platform/repeat.ts'
import { tellFailure } from '../../ground/platform/tell-failure.ts'
import type { EventStore } from '../../know/events/event-store.ts'
import type { UsageEvent } from '../../know/events/usage-event.ts'
import type { EventWriter } from '../../know/ingest/writing/event-writer.ts'
import {
  keepTurns,
  markCounted,
  noteTimes,
  remaindersOfSessions,
  type ToldSessions,
} from '../../know/ingest/writing/give-way.ts'
import type { EndedTurn } from './ended-turn.ts'
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
 * Writes ended turns to the event store. Writing is idempotent: a turn that was written but not yet removed from the
 * queue is written again and counts once.
 */
async function countEndedTurns(options: Omit<CountOptions, 'log'>): Promise<number> {
  const { database } = options
  let counted = 0
  for (let after = 0; ; ) {
    const rows = await repository.list(database, after, batchSize)
    const byOrganization = Map.groupBy(rows, ({ organization_id }) => organization_id)
    for (const [organizationId, own] of byOrganization) {
      await countTurns(
        options,
        organizationId,
        own.map(({ turn }) => turn),
      )
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

/**
 * If agents also report these turns by other ways, such as telemetry, each fact counts once, as the agent reported it.
 */
async function countTurns(
  { database, events: store, writer }: Omit<CountOptions, 'log'>,
  organizationId: string,
  turns: readonly EndedTurn[],
): Promise<void> {
  const alone: UsageEvent[] = []
  const relayed = turns.flatMap((turn) => {
    const events = eventsOfTurn(organizationId, turn)
    const { turnId, agentSession: session } = turn
    if (session === null) alone.push(...events)
    return session === null ? [] : [{ session, turnId, events, ...timesOf(turn) }]
  })
  const told: ToldSessions = new Map()
  for (const { session, beganMs, endedMs } of relayed) noteTimes(told, session, beganMs, endedMs)
  // Recorded before the store is read: telemetry that the store does not show yet will find these turns.
  await keepTurns(database, organizationId, relayed)
  const left = await remaindersOfSessions({ database, store, organizationId, isFirst: true }, told)
  await writer.write(organizationId, { events: [...alone, ...left], points: [], isOfRelay: true })
  await markCounted(
    database,
    organizationId,
    relayed.map(({ turnId }) => turnId),
  )
}

/**
 * When the agent worked on a turn, by the clock of its computer, or by the server's clock if the computer reports no
 * time or its clock is far off.
 */
function timesOf({ report, postedAt, at }: EndedTurn): { readonly beganMs: number; readonly endedMs: number } {
  const { startedAt = postedAt ?? at, endedAt = at } = report ?? {}
  const isFarOff = Math.abs(endedAt - at) > dayMs
  const endedMs = isFarOff ? at : endedAt
  return { endedMs, beganMs: Math.max(Math.min(isFarOff ? (postedAt ?? at) : startedAt, endedMs), endedMs - 7 * dayMs) }
}

/** Runs the count every second, so that the usage of sessions stays current. */
export function startCountingTurns({ log, ...parts }: CountOptions): { stop(): Promise<void> } {
  return repeat({
    work: () => countEndedTurns(parts),
    onFailure: (error) => tellFailure(log, 'turns that ended could not be counted, which will be tried again', error),
    pauseMs: ({ hasFailed }) => (hasFailed ? 10 * everyMs : everyMs),
  })
}
