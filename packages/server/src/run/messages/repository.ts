import type { MessageRole } from '@muster/contract/enumerations'
import type { ContentBlock, MessageDetails } from '@muster/contract/message'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import type { Count } from '../../ground/platform/keyset.ts'
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

const dequeueAll = query(
  'messages.dequeue_computer',
  'delete from message_queue where organization_id = $1 and computer_id = $2',
)

/** Removes queued messages of a computer that will never take them. The messages themselves stay. */
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
