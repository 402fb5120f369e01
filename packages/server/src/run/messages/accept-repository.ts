import type { ProviderType, SessionStatus } from '@muster/contract/enumerations'
import type { MessageDetails } from '@muster/contract/message'
import type { SessionSettings } from '@muster/contract/session'
import { auditedQuery } from '../../govern/audit/service.ts'
import type { Tx } from '../../ground/database/database.ts'

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
  /** `null`: they stay as they are. */
  readonly settings: SessionSettings | null
  readonly client: string | null
  /** The blocks as JSON. */
  readonly contentText: string
  readonly userId: string
  readonly now: number
  /** The settings that the session must still have, on this computer. `null`: the caller has locked it. */
  readonly settingsBefore: string | null
  /** The controls that must then still be in force, and the user whose session it must be. */
  readonly controlsRevision: number
  readonly sessionUserId: string
  /** What the computer must still be. */
  readonly computerUserId: string
  readonly providerType: ProviderType
}

/**
 * Stores a message of a user, queues it, marks its session and writes the audit row, in one statement: somebody waits for
 * each trip. `idle` becomes `pending`; a session that is busy stays as it is, and the message waits its turn. `undefined` if
 * the session, its computer or the controls are no longer as they were.
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
