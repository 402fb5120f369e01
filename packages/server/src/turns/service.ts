import type { Update, Updates } from '@muster/contract/relay/from-computer'
import type { Connection } from '../computers/connections.ts'
import type { Database, Tx } from '../database/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Hints } from '../platform/hints.ts'
import type { Ids } from '../platform/ids.ts'
import { applyUpdates } from './apply-updates.ts'
import { endTurn } from './end-turn.ts'
import { ProtocolError } from './protocol-error.ts'
import * as repository from './repository.ts'
import { nextVersion, saveAndTell } from './session-version.ts'

export type Turns = ReturnType<typeof createTurns>
export type WaitingTurn = repository.WaitingTurn

export interface TurnKey {
  readonly sessionId: string
  readonly turnId: string
}

interface TurnsOptions {
  readonly database: Database
  readonly ids: Ids
  readonly clock: Clock
  readonly hints: Hints
}

/**
 * What computers do to sessions. Each function is one transaction that holds the session's row:
 *
 * | from    | cause                                   | to                  | what is written                              |
 * |---------|-----------------------------------------|---------------------|----------------------------------------------|
 * | pending | the computer took the first message     | running             | turn id, its queue row goes                  |
 * | running | updates of the turn                     | running             | messages, usage, title, permissions, seq     |
 * | running | the last update of the turn             | idle, or pending if | usage, completedAt, a system message if it   |
 * |         |                                         | messages wait       | failed; open permissions are cancelled       |
 * | running | the computer has forgotten the turn, or | idle or pending     | the same, with a system message that says so |
 * |         | was away for too long                   |                     |                                              |
 */
export function createTurns({ database, ids, clock, hints }: TurnsOptions) {
  /** The locked session, if the turn is its running one and the connection is the computer's. */
  async function lockRunning(tx: Tx, connection: Connection, { sessionId, turnId }: TurnKey) {
    const row = await lockOn(tx, connection, sessionId)
    return row?.status === 'running' && row.turn_id === turnId ? row : undefined
  }

  return {
    /** The computer has the message on its disk. `over`: it is not the computer's any more. */
    take(connection: Connection, { sessionId, turnId }: TurnKey): Promise<'go' | 'over'> {
      return database.transaction(async (tx) => {
        const row = await lockOn(tx, connection, sessionId)
        if (!row) return 'over'
        // The answer to the first `taken` may have been lost.
        if (row.status === 'running') return row.turn_id === turnId ? 'go' : 'over'
        const { organization_id: organizationId } = row
        if ((await repository.firstWaiting(tx, organizationId, row.id)) !== turnId) return 'over'
        await repository.dequeue(tx, organizationId, row.id, turnId)
        await saveAndTell(tx, hints, {
          ...nextVersion(row, clock.now()),
          status: 'running',
          status_reason: 'starting_agent',
          is_offline: false,
          turn_id: turnId,
          turn_seq: 0,
          turn_usage: null,
          turns: row.turns + 1,
        })
        return 'go'
      })
    },

    /** Stores what happened. Returns the last sequence number that is stored; `over` when the turn is no longer running. */
    apply(connection: Connection, { sessionId, turnId, updates }: Updates): Promise<number | 'over'> {
      return database.transaction(async (tx) => {
        const row = await lockRunning(tx, connection, { sessionId, turnId })
        if (!row) return 'over'
        const news = withoutGaps(row.turn_seq, updates)
        if (news.length === 0) return row.turn_seq
        const { seq } = news.at(-1) as Update
        await saveAndTell(tx, hints, await applyUpdates(tx, ids, nextVersion(row, clock.now()), news))
        return seq
      })
    },

    /** Ends a turn that its computer will not go on with. */
    lose(connection: Connection, turn: TurnKey, error: string): Promise<void> {
      return database.transaction(async (tx) => {
        const row = await lockRunning(tx, connection, turn)
        if (!row) return
        const next = nextVersion(row, clock.now())
        await saveAndTell(tx, hints, await endTurn(tx, ids, next, { outcome: 'failed', error }))
      })
    },

    runningOn: ({ organizationId, computerId }: Connection) =>
      repository.runningOn(database, organizationId, computerId),

    waitingFor: ({ organizationId, computerId }: Connection) =>
      repository.waitingFor(database, organizationId, computerId),

    ordersFor: ({ organizationId, computerId }: Connection) =>
      repository.ordersFor(database, organizationId, computerId),

    /** Shows in the busy sessions of a computer whether it is away. */
    async markOffline({ organizationId, computerId }: Connection, isOffline: boolean): Promise<void> {
      const changed = await repository.markOffline(database, organizationId, computerId, isOffline)
      for (const { id: sessionId, version } of changed) {
        hints.publish({ kind: 'session', organizationId, sessionId, version })
      }
    },
  }
}

/** The locked session, if it belongs to the computer and the connection is the one that counts. */
async function lockOn(tx: Tx, connection: Connection, sessionId: string) {
  const { organizationId, computerId, epoch } = connection
  const row = await repository.lock(tx, organizationId, sessionId)
  if (row?.computer_id !== computerId) return undefined
  const current = await repository.connectionOf(tx, organizationId, computerId)
  return current?.epoch === epoch ? row : undefined
}

/** The updates that are new. What was sent again is passed over; a gap is a fault of the computer. */
function withoutGaps(stored: number, updates: readonly Update[]): Update[] {
  const news = updates.filter(({ seq }) => seq > stored)
  news.forEach(({ seq }, index) => {
    if (seq !== stored + index + 1) throw new ProtocolError(`Update ${stored + index + 1} is missing before ${seq}.`)
  })
  return news
}
