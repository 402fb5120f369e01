import type { ProviderType, SessionStatus } from '@muster/contract/enumerations'
import type { MessageDetails } from '@muster/contract/message'
import type { SessionSettings } from '@muster/contract/session'
import { auditedQuery } from '../../govern/audit/service.ts'
import type { Tx } from '../../ground/database/database.ts'

interface Accepted extends Record<string, unknown> {
  version: number
  status: SessionStatus
  /** True if no other message waits in the session, so that the computer may take this one at once. */
  was_idle: boolean
  turns: number
  /** The connection of the computer that is in force. */
  epoch: number
}

// The session is locked before its computer, as everywhere, to avoid deadlocks: each step reads the one before it. If a
// row changed while the statement waited for the lock, Postgres reads it again; with `for key share` it would not do
// that for the computer. A change takes its time before it waits for locks, so the later of two changes may have the
// earlier time.
const acceptMessage = auditedQuery<Accepted>(
  'messages.accept',
  16,
  `with session as materialized (
       select id, status from sessions
       where organization_id = $1 and id = $2
         and ($12::text is null or computer_id = $3 and user_id = $14 and settings::text = $12
           and (select controls_revision from organizations where id = $1) = $13)
       for update),
     computer as materialized (
       select c.id, c.epoch, c.node_id, session.status from computers c join session on true
       where c.organization_id = $1 and c.id = $3 and c.user_id = $15 and c.provider_type = $16 and c.cut_off_at is null
       for share of c)
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
  /** `null` leaves the settings unchanged. */
  readonly settings: SessionSettings | null
  readonly client: string | null
  /** The content blocks as JSON. */
  readonly contentText: string
  readonly userId: string
  readonly now: number
  /** The settings that the session must still have, on this computer; `null` if the caller has locked the session. */
  readonly settingsBefore: string | null
  /** The revision of the controls that must still be in force, and the user who must still own the session. */
  readonly controlsRevision: number
  readonly sessionUserId: string
  /** The user and provider that the computer must still have. */
  readonly computerUserId: string
  readonly providerType: ProviderType
}

/**
 * Stores a user's message, queues it, updates its session and writes the audit row, in one statement: the user waits
 * for each round trip. An `idle` session becomes `pending`; a busy session stays as it is and the message waits in the
 * queue. Resolves with `undefined` if the session, its computer or the controls have changed.
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
    row.sessionUserId,
    row.computerUserId,
    row.providerType,
    ...auditValues,
  ])
}
