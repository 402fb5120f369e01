import type { ContentBlock, MessageDetails } from '@muster/contract/message'
import type { Handle, Tx } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import type { TurnRow } from './repository.ts'

/** A message that an agent or the service wrote. */
export interface AgentMessage {
  readonly id: string
  readonly role: 'assistant' | 'tool' | 'system'
  readonly content: readonly ContentBlock[]
  readonly details: MessageDetails
  readonly createdAt: number
}

export interface ExistingMessage extends Record<string, unknown> {
  id: string
  is_own: boolean
}

const findMessages = query<ExistingMessage>(
  'turns.find_messages',
  `select id, user_id is not null as is_own from messages
   where organization_id = $1 and session_id = $2 and id = any($3::uuid[])`,
)

/** Which of these messages exist, and whether a user wrote them. */
export function existing(handle: Handle, organizationId: string, sessionId: string, ids: readonly string[]) {
  return handle.many(findMessages, [organizationId, sessionId, ids])
}

const insertMessages = query(
  'turns.insert_messages',
  `insert into messages (organization_id, session_id, seq, id, role, content, details, created_at, updated_at, revision)
   select $1, $2, seq, id, role, content, details, at, $8, revision
   from unnest($3::int[], $4::uuid[], $5::text[], $6::json[], $7::json[], $9::bigint[], $10::bigint[])
     as one (seq, id, role, content, details, revision, at)`,
)

/** Appends the messages. The caller has reserved their positions in `session`. */
export function insert(tx: Tx, session: TurnRow, messages: readonly AgentMessage[]): void {
  const first = session.last_seq - messages.length + 1
  tx.send(insertMessages, [
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

/** Replaces the messages. The caller has reserved their versions in `session`. */
export function replace(tx: Tx, session: TurnRow, messages: readonly AgentMessage[]): void {
  tx.send(replaceMessages, [
    session.organization_id,
    session.id,
    messages.map(({ id }) => id),
    messages.map(({ content }) => JSON.stringify(content)),
    messages.map(({ details }) => JSON.stringify(details)),
    session.updated_at,
    revisionsOf(session, messages),
  ])
}

function revisionsOf({ version }: TurnRow, messages: readonly AgentMessage[]): number[] {
  return messages.map((_message, index) => version - messages.length + 1 + index)
}
