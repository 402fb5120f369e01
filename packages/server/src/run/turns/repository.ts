import type { SessionStatus, StatusReason, TurnOutcome } from '@muster/contract/enumerations'
import type { InForce } from '@muster/contract/relay/from-computer'
import type { TokenUsage } from '@muster/contract/session'
import type { WebhookEvent } from '@muster/contract/webhook'
import type { Handle, Tx } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import type { EndingTurn } from '../metering/ended-turn.ts'
import type { Spent } from '../metering/spent.ts'

/** The columns of a session that its turns read and write. */
export interface TurnRow extends Record<string, unknown> {
  id: string
  organization_id: string
  user_id: string
  computer_id: string | null
  status: SessionStatus
  status_reason: StatusReason | null
  is_offline: boolean
  turn_id: string | null
  turn_seq: number
  turn_usage: TokenUsage | null
  token_usage: TokenUsage | null
  turns: number
  title: string | null
  message_count: number
  last_seq: number
  version: number
  updated_at: number
  completed_at: number | null
  outcome: TurnOutcome | null
  agent_session: string | null
  turn_first_seq: number
  /** What the running turn and the earlier turns have used so far, by model and day. */
  turn_spent: Spent[] | null
  spent: Spent[] | null
  in_force: InForce | null
  /** The turn that ends with this change. Not a column. */
  ended_turn?: Pick<EndingTurn, 'turnId' | 'usage' | 'spent' | 'report'>
  /** Events for webhooks, sent once the row is written. Not a column. */
  news?: readonly News[]
}

interface News {
  readonly event: WebhookEvent
  readonly data: object
}

export function withNews(row: TurnRow, event: WebhookEvent, data: object): TurnRow {
  return { ...row, news: [...(row.news ?? []), { event, data }] }
}

const columns = `id, organization_id, user_id, computer_id, status, status_reason, is_offline, turn_id, turn_seq,
  turn_usage, token_usage, turns, title, message_count, last_seq, version, updated_at, completed_at, agent_session, turn_first_seq,
  turn_spent, spent, in_force, outcome`

const lockSession = query<TurnRow>(
  'turns.lock_session',
  `select ${columns} from sessions where organization_id = $1 and id = $2 for update`,
)

export function lock(handle: Handle, organizationId: string, sessionId: string): Promise<TurnRow | undefined> {
  return handle.find(lockSession, [organizationId, sessionId])
}

const findFirstWaiting = query<{ message_id: string }>(
  'turns.find_first_waiting',
  `select message_id from message_queue where organization_id = $1 and session_id = $2 order by id limit 1`,
)

/** The next message of the session. */
export async function firstWaiting(handle: Handle, organizationId: string, sessionId: string) {
  return (await handle.find(findFirstWaiting, [organizationId, sessionId]))?.message_id
}

const dequeueMessage = query(
  'turns.dequeue',
  'delete from message_queue where organization_id = $1 and session_id = $2 and message_id = $3',
)

export function dequeue(handle: Handle, organizationId: string, sessionId: string, messageId: string) {
  return handle.run(dequeueMessage, [organizationId, sessionId, messageId])
}

const dequeueAll = query(
  'turns.dequeue_all',
  'delete from message_queue where organization_id = $1 and session_id = $2',
)

export function dequeueSession(handle: Handle, organizationId: string, sessionId: string): Promise<number> {
  return handle.run(dequeueAll, [organizationId, sessionId])
}

const saveSession = query(
  'turns.save_session',
  `update sessions set status = $3, status_reason = $4, turn_id = $5, turn_seq = $6, turn_usage = $7, token_usage = $8,
     turns = $9, title = $10, message_count = $11, version = $12, updated_at = $13, completed_at = $14, is_offline = $15,
     last_seq = $16, agent_session = $17, turn_first_seq = $18, turn_spent = $19,
     in_force = $20, spent = $21, outcome = $22
   where organization_id = $1 and id = $2`,
)

/** Writes the locked row back. */
export function save(tx: Tx, row: TurnRow): void {
  tx.send(saveSession, [
    row.organization_id,
    row.id,
    row.status,
    row.status_reason,
    row.turn_id,
    row.turn_seq,
    row.turn_usage && JSON.stringify(row.turn_usage),
    row.token_usage && JSON.stringify(row.token_usage),
    row.turns,
    row.title,
    row.message_count,
    row.version,
    row.updated_at,
    row.completed_at,
    row.is_offline,
    row.last_seq,
    row.agent_session,
    row.turn_first_seq,
    row.turn_spent && JSON.stringify(row.turn_spent),
    row.in_force && JSON.stringify(row.in_force),
    row.spent && JSON.stringify(row.spent),
    row.outcome,
  ])
}

/**
 * The row with a new version for each of `rows` further rows. Every changed message, permission and session gets its
 * own version, so that a watcher can continue after any of them.
 */
export function revised(row: TurnRow, rows = 1): TurnRow {
  return { ...row, version: row.version + rows }
}

/** The row with positions for this many further messages. */
export function withRoom(row: TurnRow, messages: number): TurnRow {
  const { message_count, last_seq } = row
  return revised({ ...row, message_count: message_count + messages, last_seq: last_seq + messages }, messages)
}

const listOverspent = query<{ organization_id: string; id: string }>(
  'turns.list_overspent',
  `with spent as (
     select organization_id, user_id, sum(credits) as credits from credit_use
     where day between $1::text || '-01' and $1::text || '-31' group by organization_id, user_id)
   select s.organization_id, s.id from credit_limits l
   join spent on spent.organization_id = l.organization_id and spent.user_id = l.user_id
     and spent.credits > l.credits + $2
   join sessions s on s.organization_id = l.organization_id and s.user_id = l.user_id
   where s.status = 'running' and s.status_reason is distinct from 'interrupting'`,
)

/** Across organizations: running turns whose users are over their limit by more than this many credits. */
export function overspent(handle: Handle, month: string, allowance: number) {
  return handle.many(listOverspent, [month, allowance])
}
