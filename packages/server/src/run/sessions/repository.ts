import type { SessionStatus, StatusReason, TurnOutcome } from '@muster/contract/enumerations'
import type { ModelPrice } from '@muster/contract/prices/price'
import type { InForce } from '@muster/contract/relay/from-computer'
import type { SessionSettings, TokenUsage } from '@muster/contract/session'
import { auditedQuery } from '../../govern/audit/service.ts'
import type { Handle, Tx } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import type { TimeAndId } from '../../ground/platform/keyset.ts'
import type { Spent } from '../metering/spent.ts'

export interface SessionRow extends Record<string, unknown> {
  id: string
  organization_id: string
  user_id: string
  computer_id: string | null
  status: SessionStatus
  message_count: number
  title: string | null
  settings: SessionSettings
  token_usage: TokenUsage | null
  created_at: number
  updated_at: number
  completed_at: number | null
  version: number
  status_reason: StatusReason | null
  is_offline: boolean
  turn_usage: TokenUsage | null
  in_force: InForce | null
  outcome: TurnOutcome | null
  spent: Spent[] | null
  turn_spent: Spent[] | null
  /** The organization's own prices, if the query needs them. */
  model_prices: ModelPrice[] | null
}

const columns = `id, organization_id, user_id, computer_id, status, message_count, title, settings, token_usage,
  created_at, updated_at, completed_at, version, status_reason, is_offline, turn_usage, in_force,
  outcome, spent, turn_spent,
  case when spent is not null or turn_spent is not null then (select r.settings -> 'modelPrices' from organizations o
    join control_revisions r on r.organization_id = o.id and r.revision = o.controls_revision
    where o.id = sessions.organization_id) end as model_prices`

const findSessions = query<SessionRow>(
  'sessions.find_many',
  `select ${columns} from sessions
   where (organization_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
)

export interface SessionKey {
  readonly organizationId: string
  readonly id: string
}

export function findMany(handle: Handle, keys: readonly SessionKey[]): Promise<SessionRow[]> {
  return handle.many(findSessions, [keys.map((key) => key.organizationId), keys.map((key) => key.id)])
}

const findForUpdate = query<SessionRow>(
  'sessions.find_for_update',
  `select ${columns} from sessions where organization_id = $1 and id = $2 for update`,
)

export function findAndLock(handle: Handle, organizationId: string, id: string): Promise<SessionRow | undefined> {
  return handle.find(findForUpdate, [organizationId, id])
}

const listAll = listQuery('sessions.list', '$6::text is null')
const listOfUser = listQuery('sessions.list_of_user', 'user_id = $6')

/** With `user_id = $6` as a condition of its own, Postgres uses the index on a user's sessions. */
function listQuery(name: string, ofUser: string) {
  return query<SessionRow>(
    name,
    `select ${columns} from sessions
     where organization_id = $1 and ${ofUser} and (created_at, id) < ($2, $3) and created_at >= $4
       and ($5::text is null or status = $5)
     order by created_at desc, id desc limit $7`,
  )
}

export interface SessionPage {
  readonly organizationId: string
  /** Only sessions of this user. */
  readonly userId: string | null
  readonly status: SessionStatus | null
  /** Only sessions that were created then or later. */
  readonly sinceMs: number
  readonly before: TimeAndId
  readonly limit: number
}

export function list(handle: Handle, page: SessionPage): Promise<SessionRow[]> {
  const { organizationId, userId, status, sinceMs, before, limit } = page
  const statement = userId === null ? listAll : listOfUser
  return handle.many(statement, [organizationId, ...before, sinceMs, status, userId, limit])
}

const countSessions = query<{ sessions: number }>(
  'sessions.count_of_user',
  `select count(*) as sessions from (
     select 1 from sessions where organization_id = $1 and user_id = $2 limit $3) as counted`,
)

/** Counts up to `most` and then stops. */
export async function countOfUser(handle: Handle, { organizationId, id }: SessionKey, most: number): Promise<number> {
  return (await handle.get(countSessions, [organizationId, id, most])).sessions
}

// Locks the computer against deletion before the session exists; if the computer is gone, no session is created.
const insertSession = auditedQuery<SessionRow>(
  'sessions.insert',
  7,
  `insert into sessions (id, organization_id, user_id, computer_id, status, title, settings, created_at, updated_at)
     select $1, organization_id, $3, id, 'idle', $5, $6, $7, $7 from computers
     where organization_id = $2 and id = $4 for key share
     returning ${columns}`,
)

interface NewSessionRow {
  readonly id: string
  readonly organizationId: string
  readonly userId: string
  readonly computerId: string
  readonly title: string | null
  readonly settings: object
  readonly now: number
}

/** Also writes the audit row. Resolves with `undefined` if the computer is gone. */
export function insert(tx: Tx, row: NewSessionRow, auditValues: readonly unknown[]): Promise<SessionRow | undefined> {
  return tx.findWhole(insertSession, [
    row.id,
    row.organizationId,
    row.userId,
    row.computerId,
    row.title,
    JSON.stringify(row.settings),
    row.now,
    ...auditValues,
  ])
}

const updateSettings = query<SessionRow>(
  'sessions.update_settings',
  `update sessions set settings = $3, title = $4, updated_at = greatest(updated_at, $5), version = version + 1
   where organization_id = $1 and id = $2 returning ${columns}`,
)

export function update(handle: Handle, row: SessionRow, now: number): Promise<SessionRow> {
  return handle.get(updateSettings, [row.organization_id, row.id, JSON.stringify(row.settings), row.title, now])
}

/** The position and time of a new message in its session. The time is never before that of the message before it. */
interface MessagePosition extends Record<string, unknown> {
  seq: number
  at: number
  /** The version of the session and of its last message. */
  version: number
  revision: number
}

const endTurnOfSession = query<MessagePosition>(
  'sessions.end_turn',
  `update sessions set status = 'idle', message_count = message_count + $3, last_seq = last_seq + $3,
     token_usage = $4, spent = $6, outcome = 'completed',
     updated_at = greatest(updated_at, $5), completed_at = greatest(updated_at, $5),
     version = version + $3 + 1, status_reason = null
   where organization_id = $1 and id = $2
   returning last_seq as seq, updated_at as at, version, version - 1 as revision`,
)

/** Reserves positions for the agent's messages, the last of them at `seq`; `usage` is the sum over all turns. */
export function endTurn(
  handle: Handle,
  session: SessionKey,
  turn: { messages: number; usage: TokenUsage; spent: readonly Spent[] | null; now: number },
): Promise<MessagePosition> {
  const usage = JSON.stringify(turn.usage)
  const spent = turn.spent && JSON.stringify(turn.spent)
  return handle.get(endTurnOfSession, [session.organizationId, session.id, turn.messages, usage, turn.now, spent])
}

const deleteSession = query('sessions.delete', 'delete from sessions where organization_id = $1 and id = $2')

export function remove(handle: Handle, { organizationId, id }: SessionKey): Promise<number> {
  return handle.run(deleteSession, [organizationId, id])
}

interface EndedWork extends MessagePosition {
  id: string
  turn_id: string | null
  turn_usage: TokenUsage | null
  turn_spent: Spent[] | null
}

const endWork = query<EndedWork>(
  'sessions.end_work_on_computer',
  `update sessions s set status = 'idle', message_count = s.message_count + 1, last_seq = s.last_seq + 1,
     updated_at = greatest(s.updated_at, $3), completed_at = greatest(s.updated_at, $3), version = s.version + 2,
     status_reason = null, turn_id = null, outcome = case when s.turn_id is null then s.outcome else 'failed' end
   from sessions before
   where before.id = s.id and s.organization_id = $1 and s.computer_id = $2 and s.status <> 'idle'
   returning s.id, s.last_seq as seq, s.updated_at as at, s.version, s.version - 1 as revision,
     before.turn_id, before.turn_usage, before.turn_spent`,
)
const leaveComputer = query(
  'sessions.leave_computer',
  'update sessions set computer_id = null where organization_id = $1 and computer_id = $2',
)

/**
 * Ends the turns that wait for a computer or run on it, and reserves one position in each session for a last message,
 * at `seq`.
 */
export function endWorkOn(handle: Handle, organizationId: string, computerId: string, now: number) {
  return handle.many(endWork, [organizationId, computerId, now])
}

/** Detaches a computer from its sessions, which then have none. */
export function leave(handle: Handle, organizationId: string, computerId: string) {
  return handle.run(leaveComputer, [organizationId, computerId])
}
