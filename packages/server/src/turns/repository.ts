import type { SessionStatus, StatusReason } from '@muster/contract/enumerations'
import type { ContentBlock, MessageDetails } from '@muster/contract/message'
import type { SessionSettings, TokenUsage } from '@muster/contract/session'
import type { WebhookEvent } from '@muster/contract/webhook'
import type { Handle } from '../database/database.ts'
import { query } from '../database/query.ts'

/** A session as its turns see it. */
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
  agent_session: string | null
  turn_first_seq: number
  turn_model: string | null
  /** The turn that ends with this change. It is no column. */
  ended_turn?: { readonly turnId: string; readonly usage: TokenUsage | null; readonly model: string | null }
  /** What webhooks are to be told once the row is written. It is no column. */
  news?: readonly News[]
}

export interface News {
  readonly event: WebhookEvent
  readonly data: object
}

export function withNews(row: TurnRow, event: WebhookEvent, data: object): TurnRow {
  return { ...row, news: [...(row.news ?? []), { event, data }] }
}

const columns = `id, organization_id, user_id, computer_id, status, status_reason, is_offline, turn_id, turn_seq,
  turn_usage, token_usage, turns, title, message_count, last_seq, version, updated_at, completed_at, agent_session, turn_first_seq, turn_model`

const lockSession = query<TurnRow>(
  'turns.lock_session',
  `select ${columns} from sessions where organization_id = $1 and id = $2 for update`,
)

export function lock(handle: Handle, organizationId: string, sessionId: string): Promise<TurnRow | undefined> {
  return handle.find(lockSession, [organizationId, sessionId])
}

const findEpoch = query<{ epoch: number; is_connected: boolean }>(
  'turns.find_epoch',
  'select epoch, node_id is not null as is_connected from computers where organization_id = $1 and id = $2',
)

export function connectionOf(handle: Handle, organizationId: string, computerId: string) {
  return handle.find(findEpoch, [organizationId, computerId])
}

const findFirstWaiting = query<{ message_id: string }>(
  'turns.find_first_waiting',
  `select message_id from message_queue where organization_id = $1 and session_id = $2 order by id limit 1`,
)

/** The message that is next in the session. */
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
     last_seq = $16, agent_session = $17, turn_first_seq = $18, turn_model = $19
   where organization_id = $1 and id = $2`,
)

/** Writes the row back that was locked. */
export function save(handle: Handle, row: TurnRow): Promise<number> {
  return handle.run(saveSession, [
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
    row.turn_model,
  ])
}

/** A message that no user wrote. */
export interface AgentMessage {
  readonly id: string
  readonly role: 'assistant' | 'tool' | 'system'
  readonly content: readonly ContentBlock[]
  readonly details: MessageDetails
  readonly createdAt: number
}

const findMessages = query<{ id: string; is_own: boolean }>(
  'turns.find_messages',
  `select id, user_id is not null as is_own from messages
   where organization_id = $1 and session_id = $2 and id = any($3::uuid[])`,
)

/** Which of these messages are there, and whether a user wrote them. */
export function existing(handle: Handle, session: TurnRow, ids: readonly string[]) {
  return handle.many(findMessages, [session.organization_id, session.id, ids])
}

const insertMessages = query(
  'turns.insert_messages',
  `insert into messages (organization_id, session_id, seq, id, role, content, details, created_at, updated_at, revision)
   select $1, $2, seq, id, role, content, details, at, $8, revision
   from unnest($3::int[], $4::uuid[], $5::text[], $6::json[], $7::json[], $9::bigint[], $10::bigint[])
     as one (seq, id, role, content, details, revision, at)`,
)

/** Appends the messages; `session` has made room for them already. */
export function insert(handle: Handle, session: TurnRow, messages: readonly AgentMessage[]): Promise<number> {
  const first = session.last_seq - messages.length + 1
  return handle.run(insertMessages, [
    session.organization_id,
    session.id,
    messages.map((_message, index) => first + index),
    messages.map(({ id }) => id),
    messages.map(({ role }) => role),
    messages.map(({ content }) => JSON.stringify(content)),
    messages.map(({ details }) => JSON.stringify(details)),
    session.updated_at,
    revisionsOf(session, messages),
    messages.map(({ createdAt }) => createdAt),
  ])
}

/**
 * The row with a version for each of so many rows more. Every message, permission and session that changes gets a version of
 * its own, so that whoever watches can go on after any of them.
 */
export function revised(row: TurnRow, rows = 1): TurnRow {
  return { ...row, version: row.version + rows }
}

/** The row with room for so many messages more. */
export function withRoom(row: TurnRow, messages: number): TurnRow {
  const { message_count, last_seq } = row
  return revised({ ...row, message_count: message_count + messages, last_seq: last_seq + messages }, messages)
}

function revisionsOf({ version }: TurnRow, messages: readonly AgentMessage[]): number[] {
  return messages.map((_message, index) => version - messages.length + 1 + index)
}

const deleteMessage = query(
  'turns.delete_message',
  'delete from messages where organization_id = $1 and session_id = $2 and id = $3',
)

export function removeMessage(handle: Handle, organizationId: string, sessionId: string, messageId: string) {
  return handle.run(deleteMessage, [organizationId, sessionId, messageId])
}

const replaceMessages = query(
  'turns.replace_messages',
  `update messages m set content = one.content, details = one.details, updated_at = $6, revision = one.revision
   from unnest($3::uuid[], $4::json[], $5::json[], $7::bigint[]) as one (id, content, details, revision)
   where m.organization_id = $1 and m.session_id = $2 and m.id = one.id`,
)

/** `session` has versions for them already. */
export function replace(handle: Handle, session: TurnRow, messages: readonly AgentMessage[]): Promise<number> {
  return handle.run(replaceMessages, [
    session.organization_id,
    session.id,
    messages.map(({ id }) => id),
    messages.map(({ content }) => JSON.stringify(content)),
    messages.map(({ details }) => JSON.stringify(details)),
    session.updated_at,
    revisionsOf(session, messages),
  ])
}

const findSessions = query<{ id: string }>(
  'turns.find_sessions',
  'select id from sessions where organization_id = $1 and computer_id = $2 and id = any($3::uuid[])',
)

/** Which of these sessions are there, and on this computer. */
export function sessionsOn(handle: Handle, organizationId: string, computerId: string, ids: readonly string[]) {
  return handle.many(findSessions, [organizationId, computerId, ids])
}

const listRunning = query<{ id: string; turn_id: string }>(
  'turns.list_running',
  `select id, turn_id from sessions
   where organization_id = $1 and computer_id = $2 and status = 'running'`,
)

export function runningOn(handle: Handle, organizationId: string, computerId: string) {
  return handle.many(listRunning, [organizationId, computerId])
}

/** What waits for a computer to take it: the first message of each session that is pending. */
export interface WaitingTurn extends Record<string, unknown> {
  session_id: string
  message_id: string
  content: ContentBlock[]
  content_bytes: number
  settings: SessionSettings
  turns: number
  is_offline: boolean
}

const listWaiting = query<WaitingTurn>(
  'turns.list_waiting',
  `select distinct on (q.session_id) q.session_id, q.message_id, m.content, octet_length(m.content::text) as content_bytes,
     s.settings, s.turns, s.is_offline
   from message_queue q
   join sessions s on s.id = q.session_id and s.organization_id = q.organization_id
   join messages m on m.session_id = q.session_id and m.id = q.message_id and m.organization_id = q.organization_id
   where q.organization_id = $1 and q.computer_id = $2 and s.status = 'pending'
   order by q.session_id, q.id`,
)

export function waitingFor(handle: Handle, organizationId: string, computerId: string): Promise<WaitingTurn[]> {
  return handle.many(listWaiting, [organizationId, computerId])
}

const listOrders = query<{
  session_id: string
  turn_id: string
  permission_id: string | null
  option_id: string | null
}>(
  'turns.list_orders',
  `select s.id as session_id, s.turn_id, null as permission_id, null as option_id from sessions s
   where s.organization_id = $1 and s.computer_id = $2 and s.status = 'running' and s.status_reason = 'interrupting'
   union all
   select p.session_id, p.turn_id, p.id, p.option_id from permissions p
   join sessions s on s.id = p.session_id and s.organization_id = p.organization_id and s.turn_id = p.turn_id
   where s.organization_id = $1 and s.computer_id = $2 and s.status = 'running' and p.option_id is not null`,
)

/** What people have decided about the turns that run on a computer: interruptions, and answers to the agents' questions. */
export function ordersFor(handle: Handle, organizationId: string, computerId: string) {
  return handle.many(listOrders, [organizationId, computerId])
}

const listToLookAt = query<{ id: string }>(
  'turns.list_computers_to_look_at',
  `select here.id from unnest($1::uuid[], $2::bigint[]) as here (id, epoch)
     where not exists (
       select 1 from computers c join users u on u.organization_id = c.organization_id and u.id = c.user_id
       where c.id = here.id and c.epoch = here.epoch and (u.removed_at is null or c.provider_type = 'managed'))
   union
   select q.computer_id from message_queue q
     join sessions s on s.id = q.session_id and s.organization_id = q.organization_id
     where q.computer_id = any($1::uuid[]) and s.status = 'pending'
   union
   select computer_id from relay_questions where computer_id = any($1::uuid[]) and answer is null
   union
   select s.computer_id from sessions s
     where s.id = any($3::uuid[]) and s.status = 'running' and (s.status_reason = 'interrupting' or exists (
       select 1 from permissions p where p.session_id = s.id and p.turn_id = s.turn_id and p.option_id is not null))`,
)

/** Which of these connections are stale, or have something to do: one statement for any number of idle computers. */
export async function toLookAt(
  handle: Handle,
  connections: readonly { readonly computerId: string; readonly epoch: number }[],
  runningSessions: readonly string[],
): Promise<string[]> {
  const ids = connections.map(({ computerId }) => computerId)
  const epochs = connections.map(({ epoch }) => epoch)
  return (await handle.many(listToLookAt, [ids, epochs, runningSessions])).map(({ id }) => id)
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

/** Across organizations: turns that run although their users have passed their limit by more than so many credits. */
export function overspent(handle: Handle, month: string, allowance: number) {
  return handle.many(listOverspent, [month, allowance])
}

const setOffline = query<{ id: string; version: number }>(
  'turns.set_offline',
  `update sessions set is_offline = $3, version = version + 1, updated_at = greatest(updated_at, $4)
   where organization_id = $1 and computer_id = $2 and status <> 'idle' and is_offline <> $3 returning id, version`,
)

/** Notes for the busy sessions of a computer whether it is away. Returns those for which that is new. */
export function markOffline(
  handle: Handle,
  { organizationId, computerId }: { organizationId: string; computerId: string },
  isOffline: boolean,
  now: number,
) {
  return handle.many(setOffline, [organizationId, computerId, isOffline, now])
}
