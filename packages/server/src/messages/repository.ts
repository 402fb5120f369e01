import type { MessageRole, SessionStatus } from '@muster/contract/enumerations'
import type { ContentBlock, MessageDetails } from '@muster/contract/message'
import type { SessionSettings } from '@muster/contract/session'
import { auditedQuery } from '../audit/service.ts'
import type { Handle, Tx } from '../database/database.ts'
import { query } from '../database/query.ts'
import type { Count } from '../platform/keyset.ts'
import type { ChangedRange } from '../sessions/changed-range.ts'

export interface MessageRow extends Record<string, unknown> {
  id: string
  seq: number
  role: MessageRole
  content: ContentBlock[]
  details: MessageDetails
  created_at: number
  updated_at: number
}

const columns = 'id, seq, role, content, details, created_at, updated_at'

const insertMessage = query(
  'messages.insert',
  `insert into messages (organization_id, session_id, seq, id, role, content, details, user_id, created_at, updated_at,
     revision)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)`,
)

interface NewMessageRow {
  readonly organizationId: string
  readonly sessionId: string
  readonly seq: number
  readonly id: string
  readonly role: MessageRole
  readonly content: readonly ContentBlock[]
  readonly details: MessageDetails
  readonly userId: string | null
  readonly now: number
  readonly revision: number
}

export function insert(handle: Handle, row: NewMessageRow): Promise<number> {
  return handle.run(insertMessage, [
    row.organizationId,
    row.sessionId,
    row.seq,
    row.id,
    row.role,
    JSON.stringify(row.content),
    JSON.stringify(row.details),
    row.userId,
    row.now,
    row.revision,
  ])
}

const insertMessages = query(
  'messages.insert_many',
  `insert into messages (organization_id, session_id, seq, id, role, content, details, created_at, updated_at, revision)
   select $1, $2, seq, id, role, content, $7, at, at, revision
   from unnest($3::int[], $4::uuid[], $5::text[], $6::json[], $8::bigint[], $9::bigint[])
     as one (seq, id, role, content, at, revision)`,
)

/** Messages of the agent, which no user wrote. */
export function insertMany(
  handle: Handle,
  session: { readonly organizationId: string; readonly id: string },
  rows: readonly Pick<NewMessageRow, 'seq' | 'id' | 'role' | 'content' | 'now' | 'revision'>[],
): Promise<number> {
  return handle.run(insertMessages, [
    session.organizationId,
    session.id,
    rows.map(({ seq }) => seq),
    rows.map(({ id }) => id),
    rows.map(({ role }) => role),
    rows.map(({ content }) => JSON.stringify(content)),
    JSON.stringify({ visibility: 'both', isUserVisible: true } satisfies MessageDetails),
    rows.map(({ now }) => now),
    rows.map(({ revision }) => revision),
  ])
}

interface Accepted extends Record<string, unknown> {
  version: number
  status: SessionStatus
  /** Nothing else waits, so that the computer may take the message at once. */
  was_idle: boolean
  turns: number
  /** The connection of the computer. */
  epoch: number
}

// The session is locked before its computer, as everywhere: each step reads the one before it. Both are read again if they
// changed while the statement waited; with `for key share`, Postgres would not do that for the computer. A change takes its
// time before it waits, so that of two the later may have the earlier time.
const acceptMessage = auditedQuery<Accepted>(
  'messages.accept',
  13,
  `with session as materialized (
       select id, status from sessions
       where organization_id = $1 and id = $2 and ($12::text is null or computer_id = $3 and settings::text = $12
         and (select controls_revision from organizations where id = $1) = $13)
       for update),
     computer as materialized (
       select c.id, c.epoch, c.node_id, session.status from computers c join session on true
       where c.organization_id = $1 and c.id = $3 and c.cut_off_at is null for share of c)
     update sessions set message_count = message_count + 1, last_seq = last_seq + 1, computer_id = $3,
       title = coalesce(title, $4), settings = coalesce($6, settings), client = coalesce($7, client),
       status = case sessions.status when 'running' then sessions.status else 'pending' end,
       is_offline = computer.node_id is null,
       completed_at = null, updated_at = greatest(updated_at, $5), version = version + 2
     from computer
     where organization_id = $1 and sessions.id = $2
     returning last_seq as seq, updated_at as at, version, sessions.status, computer.status = 'idle' as was_idle,
       sessions.turns, computer.epoch`,
  [
    `insert into messages (organization_id, session_id, seq, id, role, content, details, user_id, created_at, updated_at, revision)
       select $1, $2, seq, $8, 'user', $9, $10, $11, at, at, version - 1 from changed`,
    `insert into message_queue (organization_id, computer_id, session_id, message_id, queued_at)
       select $1, $3, $2, $8, at from changed`,
  ],
)

interface PostedRow {
  readonly organizationId: string
  readonly sessionId: string
  readonly id: string
  readonly computerId: string
  readonly title: string | null
  /** `null`: they stay as they are. */
  readonly settings: SessionSettings | null
  readonly client: string | null
  /** The blocks as JSON. */
  readonly contentText: string
  readonly userId: string
  readonly now: number
  /** The settings that the session must still have, on this computer. `null`: the caller has locked it. */
  readonly settingsBefore: string | null
  /** The controls that must then still be in force. */
  readonly controlsRevision: number
}

/**
 * Stores a message of a user, queues it, marks its session and writes the audit row, in one statement: somebody waits for
 * each trip. `idle` becomes `pending`; a session that is busy stays as it is, and the message waits its turn. `undefined` if
 * the session or the controls are no longer as they were, or the computer is gone or cut off.
 */
export function accept(tx: Tx, row: PostedRow, auditValues: readonly unknown[]): Promise<Accepted | undefined> {
  return tx.findWhole(acceptMessage, [
    row.organizationId,
    row.sessionId,
    row.computerId,
    row.title,
    row.now,
    row.settings === null ? null : JSON.stringify(row.settings),
    row.client,
    row.id,
    row.contentText,
    JSON.stringify({ visibility: 'both', isUserVisible: true } satisfies MessageDetails),
    row.userId,
    row.settingsBefore,
    row.controlsRevision,
    ...auditValues,
  ])
}

const dequeueAll = query(
  'messages.dequeue_computer',
  'delete from message_queue where organization_id = $1 and computer_id = $2',
)

/** Removes what waits for a computer that will never take it. The messages themselves stay. */
export function dequeueComputer(handle: Handle, organizationId: string, computerId: string): Promise<number> {
  return handle.run(dequeueAll, [organizationId, computerId])
}

const dequeueAllOfSession = query(
  'messages.dequeue_session',
  'delete from message_queue where organization_id = $1 and session_id = $2',
)

export function dequeueSession(handle: Handle, organizationId: string, sessionId: string): Promise<number> {
  return handle.run(dequeueAllOfSession, [organizationId, sessionId])
}

const findMessage = query<MessageRow>(
  'messages.find',
  `select ${columns} from messages where organization_id = $1 and session_id = $2 and id = $3`,
)

export function find(handle: Handle, organizationId: string, sessionId: string, id: string) {
  return handle.find(findMessage, [organizationId, sessionId, id])
}

const listNewestFirst = query<MessageRow>(
  'messages.list_desc',
  `select ${columns} from messages
   where organization_id = $1 and session_id = $2 and seq < $3 and ($4::text is null or role = $4)
   order by seq desc limit $5`,
)
const listOldestFirst = query<MessageRow>(
  'messages.list_asc',
  `select ${columns} from messages
   where organization_id = $1 and session_id = $2 and seq > $3 and ($4::text is null or role = $4)
   order by seq limit $5`,
)

export interface MessagePage {
  readonly organizationId: string
  readonly sessionId: string
  readonly order: 'asc' | 'desc'
  readonly role: string | null
  readonly after: Count
  readonly limit: number
}

export function list(handle: Handle, page: MessagePage): Promise<MessageRow[]> {
  const { organizationId, sessionId, role, limit } = page
  return page.order === 'asc'
    ? handle.many(listOldestFirst, [organizationId, sessionId, ...page.after, role, limit])
    : handle.many(listNewestFirst, [organizationId, sessionId, ...page.after, role, limit])
}

const listChanged = query<MessageRow & { revision: number }>(
  'messages.list_changed',
  `select ${columns}, revision from messages
   where organization_id = $1 and session_id = $2 and revision > $3
   order by revision limit $4`,
)

/** In the order in which they were written or changed last. */
export function changed(handle: Handle, { organizationId, sessionId, after, limit }: ChangedRange) {
  return handle.many(listChanged, [organizationId, sessionId, after, limit])
}
