import type { DecidePermission, Permission } from '@muster/contract/permission'
import type { Update, Updates } from '@muster/contract/relay/from-computer'
import type { Session } from '@muster/contract/session'
import type { Change } from '../../govern/audit/change.ts'
import type { Database, Handle, Tx } from '../../ground/database/database.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import type { Hints } from '../../ground/platform/hints.ts'
import type { Ids } from '../../ground/platform/ids.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import { monthOf } from '../../money/limits/month.ts'
import type { Limits } from '../../money/limits/service.ts'
import type { Connection } from '../computers/connections.ts'
import type { Computers } from '../computers/service.ts'
import { addSpent } from '../metering/spent.ts'
import { sumOfUsage } from '../metering/token-usage.ts'
import type { ChangedRange } from '../sessions/changed-range.ts'
import type { Sessions } from '../sessions/service.ts'
import { applyUpdates, existingOf } from './apply-updates.ts'
import * as computers from './computer-repository.ts'
import { endTurn, type Outcome } from './end-turn.ts'
import { interrupt } from './interrupt.ts'
import * as permissionRepository from './permission-repository.ts'
import { decide, toPermission } from './permissions.ts'
import { ProtocolError } from './protocol-error.ts'
import * as repository from './repository.ts'
import { saveAndTell, touched } from './session-version.ts'
import { refuseTurn, stopTurn } from './stop-for-credits.ts'
import { takeBack } from './take-back.ts'

export interface Turns {
  /** Records that the computer has stored the message. `over`: the turn no longer belongs to it. */
  take(connection: Connection, turn: TurnKey): Promise<'go' | 'over'>
  /** Stores updates. Returns the last stored sequence number; `over` if the turn no longer runs. */
  apply(connection: Connection, updates: Updates): Promise<number | 'over'>
  /** Computers of a node that have work, are connected elsewhere by now, or run turns that have ended. */
  computersToLookAt(connections: readonly Connection[], running: readonly computers.RunningTurn[]): Promise<string[]>
  /** Stops the turns of users who are over their limit by more than the allowance. */
  stopOverspent(): Promise<void>
  /** Ends a turn that its computer will not continue. */
  lose(connection: Connection, turn: TurnKey, error: string): Promise<void>
  interrupt(change: Change, sessionId: string): Promise<{ session: Session; wasBusy: boolean }>
  decide(
    change: Change,
    permission: { sessionId: string; permissionId: string },
    body: DecidePermission,
  ): Promise<Permission>
  takeBack(change: Change, sessionId: string, messageId: string): Promise<void>
  /** Newest first. */
  permissions(principal: Principal, sessionId: string): Promise<{ permissions: Permission[] }>
  runningOn(connection: Connection): Promise<{ id: string; turn_id: string }[]>
  /** Sessions that were deleted or are on another computer now. */
  goneFrom(connection: Connection, ids: readonly string[]): Promise<string[]>
  waitingFor(connection: Connection): Promise<WaitingTurn[]>
  ordersFor(connection: Connection): ReturnType<typeof computers.ordersFor>
  /** Records that the computer is away: its busy sessions show that, and interrupted turns end without it. */
  left(connection: Connection): Promise<void>
  /** Records in the busy sessions of a computer whether it is away. */
  markOffline(connection: Connection, isOffline: boolean): Promise<void>
}

export type WaitingTurn = computers.WaitingTurn

interface TurnKey {
  readonly sessionId: string
  readonly turnId: string
}

interface TurnsOptions {
  readonly database: Database
  readonly ids: Ids
  readonly clock: Clock
  readonly hints: Hints
  readonly sessions: Sessions
  readonly computers: Computers
  readonly limits: Limits
  /** How many credits a user may be over the limit before the running turn is stopped. */
  readonly creditAllowance: number
}

/**
 * The state changes of sessions. Each line is one transaction that locks the session's row and raises its version. The
 * commit notifies watchers and webhooks. Reports of a computer count only from its newest connection (epoch) and for
 * the running turn (turn id).
 *
 * | from    | cause                               | who      | to                  | what is written                           |
 * |---------|-------------------------------------|----------|---------------------|-------------------------------------------|
 * | idle    | a message was accepted              | user     | pending             | message, queue row, counter, audit row    |
 * | busy    | a message was accepted              | user     | as it was           | the same                                  |
 * | pending | a message that waits is taken back  | user     | idle if it was the  | message and queue row go; audit row       |
 * |         |                                     |          | last one            |                                           |
 * | pending | the first message was taken         | computer | running             | turn id; its queue row goes               |
 * | pending | a message was taken by a computer   | computer | idle                | a system message; what waits is forgotten |
 * |         | while the credits are used up       |          |                     |                                           |
 * | running | updates of the turn                 | computer | running             | messages, usage, title, permissions, seq  |
 * | running | a question is answered              | user     | running             | the permission, audit row                 |
 * | running | the last update of the turn         | computer | idle, or pending if | usage, completedAt; a system message if   |
 * |         |                                     |          | messages wait       | it failed; open permissions are cancelled |
 * | running | the computer has forgotten the turn | computer | idle or pending     | the same, with a system message           |
 * | running | the computer was away for too long  | service  | idle or pending     | the same, with a system message           |
 * | running | the user passed the limit by far    | service  | running             | a system message, `interrupting`          |
 * | running | it is interrupted or archived       | user     | running, or idle if | `interrupting`; what waits is forgotten;  |
 * |         |                                     |          | the computer is away| audit row                                 |
 * | pending | it is interrupted or archived       | user     | idle                | a system message; what waits is forgotten |
 * | busy    | its computer is deleted             | user     | idle                | a system message; what waits is forgotten |
 * | any     | it is deleted                       | user     | gone                | audit row; the computer forgets it        |
 */
export function createTurns(options: TurnsOptions): Turns {
  const { database, ids, clock, hints, sessions, limits, creditAllowance } = options
  const { findInside } = options.computers
  /** The locked session, if this is its running turn and the connection counts. */
  async function lockRunning(tx: Tx, connection: Connection, { sessionId, turnId }: TurnKey) {
    const row = await lockOn(tx, connection, sessionId)
    return row?.status === 'running' && row.turn_id === turnId ? row : undefined
  }

  function end(connection: Connection, turn: TurnKey, outcome: Outcome): Promise<void> {
    return database.transaction(async (tx) => {
      const row = await lockRunning(tx, connection, turn)
      if (row) await saveAndTell(tx, { ids, hints }, await endTurn(tx, ids, touched(row, clock.now()), outcome))
    })
  }

  return {
    take(connection, { sessionId, turnId }) {
      return database.transaction(async (tx) => {
        const row = await lockOn(tx, connection, sessionId)
        if (!row) return 'over'
        // The answer to the first `taken` may have been lost.
        if (row.status === 'running') return row.turn_id === turnId ? 'go' : 'over'
        const { organization_id: organizationId } = row
        if ((await repository.firstWaiting(tx, organizationId, row.id)) !== turnId) return 'over'
        const now = clock.now()
        if (await limits.areUsedUp(tx, organizationId, row.user_id, now)) {
          await refuseTurn(tx, { ids, hints }, row, now)
          return 'over'
        }
        await repository.dequeue(tx, organizationId, row.id, turnId)
        const started: repository.TurnRow = {
          ...touched(row, now),
          status: 'running',
          // If an agent must be started first, the computer reports that next.
          status_reason: null,
          is_offline: false,
          turn_id: turnId,
          turn_seq: 0,
          // A turn that was cut off when its computer was removed left its usage in the row.
          token_usage: sumOfUsage(row.token_usage, row.turn_usage),
          turn_usage: null,
          spent: addSpent(row.spent, row.turn_spent),
          turn_spent: null,
          turn_first_seq: row.last_seq,
          turns: row.turns + 1,
        }
        await saveAndTell(tx, { ids, hints }, repository.withNews(started, 'turn.started', { turnId }))
        return 'go'
      })
    },

    apply(connection, frame) {
      return database.transaction(async (tx) => {
        // Both queries are sent together and run in this order.
        const [row, existing] = await Promise.all([
          lockRunning(tx, connection, frame),
          existingOf(tx, connection.organizationId, frame),
        ])
        if (!row) return 'over'
        const news = withoutGaps(row.turn_seq, frame.updates)
        if (news.length === 0) return row.turn_seq
        const { seq } = news.at(-1) as Update
        await saveAndTell(tx, { ids, hints }, await applyUpdates(tx, ids, touched(row, clock.now()), news, existing))
        return seq
      })
    },

    computersToLookAt: (connections: readonly Connection[], running: readonly computers.RunningTurn[]) =>
      computers.toLookAt(database, connections, running),

    async stopOverspent() {
      const now = clock.now()
      for (const { organization_id, id } of await repository.overspent(database, monthOf(now), creditAllowance)) {
        await database.transaction(async (tx) => {
          const row = await repository.lock(tx, organization_id, id)
          if (row?.status === 'running' && row.status_reason !== 'interrupting') {
            await stopTurn(tx, { ids, hints }, row, now)
          }
        })
      }
    },

    lose: (connection: Connection, turn: TurnKey, error: string) => end(connection, turn, { outcome: 'failed', error }),

    interrupt: (change: Change, sessionId: string) => interrupt({ ids, hints }, change, sessionId),

    decide: (change: Change, permission: { sessionId: string; permissionId: string }, body: DecidePermission) =>
      decide({ ids, hints, findInside }, change, permission, body),

    takeBack: (change: Change, sessionId: string, messageId: string) =>
      takeBack({ ids, hints }, change, sessionId, messageId),

    async permissions(principal, sessionId) {
      const { id } = await sessions.getRow(principal, sessionId)
      const rows = await permissionRepository.permissionsOf(database, principal.organizationId, id)
      return { permissions: rows.map(toPermission) }
    },

    runningOn: ({ organizationId, computerId }: Connection) =>
      computers.runningOn(database, organizationId, computerId),

    async goneFrom({ organizationId, computerId }, ids) {
      const there = new Set((await computers.sessionsOn(database, organizationId, computerId, ids)).map(({ id }) => id))
      return ids.filter((id) => !there.has(id))
    },

    waitingFor: (connection: Connection) => computers.waitingFor(database, connection),

    ordersFor: ({ organizationId, computerId }: Connection) =>
      computers.ordersFor(database, organizationId, computerId),

    async left(connection) {
      await this.markOffline(connection, true)
      const orders = await computers.ordersFor(database, connection.organizationId, connection.computerId)
      for (const { session_id: sessionId, turn_id: turnId, permission_id } of orders) {
        if (permission_id === null) await end(connection, { sessionId, turnId }, { outcome: 'interrupted' })
      }
    },

    async markOffline(connection, isOffline) {
      const changed = await computers.markOffline(database, connection, isOffline, clock.now())
      const { organizationId } = connection
      for (const { id: sessionId, version } of changed) {
        hints.publish({ kind: 'session', organizationId, sessionId, version })
      }
    },
  }
}

/** The locked session, if it belongs to the computer and the connection counts. */
async function lockOn(tx: Tx, connection: Connection, sessionId: string) {
  const { organizationId, computerId, epoch } = connection
  const [row, current] = await Promise.all([
    repository.lock(tx, organizationId, sessionId),
    computers.connectionOf(tx, organizationId, computerId),
  ])
  return row?.computer_id === computerId && current?.epoch === epoch ? row : undefined
}

/** Permissions that were requested or decided after a version of the session, in that order. */
export async function changedPermissions(handle: Handle, range: ChangedRange) {
  const rows = await permissionRepository.changedPermissions(handle, range)
  return rows.map((row) => ({ revision: row.revision, permission: toPermission(row) }))
}

/** Returns the new updates. Repeated ones are ignored; a gap is a protocol error of the computer. */
function withoutGaps(stored: number, updates: readonly Update[]): Update[] {
  const news = updates.filter(({ seq }) => seq > stored)
  news.forEach(({ seq }, index) => {
    if (seq !== stored + index + 1) throw new ProtocolError(`Update ${stored + index + 1} is missing before ${seq}.`)
  })
  return news
}
