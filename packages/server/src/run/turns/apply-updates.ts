import type { MessageUpdate, Update, Updates } from '@muster/contract/relay/from-computer'
import type { Static } from 'typebox'
import type { Tx } from '../../ground/database/database.ts'
import { dayOf } from '../../ground/platform/days.ts'
import type { Ids } from '../../ground/platform/ids.ts'
import { spentOf } from '../metering/spent.ts'
import { endTurn } from './end-turn.ts'
import * as messages from './message-repository.ts'
import * as permissionRepository from './permission-repository.ts'
import { ProtocolError } from './protocol-error.ts'
import * as repository from './repository.ts'

type ReportedMessage = Static<typeof MessageUpdate>['message']

/** Returns which messages of the updates are already stored. */
export async function existingOf(tx: Tx, organizationId: string, { sessionId, updates }: Updates) {
  const ids = updates.flatMap((update) => (update.kind === 'message' ? [update.message.id] : []))
  return ids.length > 0 ? messages.existing(tx, organizationId, sessionId, ids) : []
}

/** Applies updates to the row of a turn, in order, and writes their messages and permissions. */
export async function applyUpdates(
  tx: Tx,
  ids: Ids,
  before: repository.TurnRow,
  updates: readonly Update[],
  existing: readonly messages.ExistingMessage[],
): Promise<repository.TurnRow> {
  let row = writeMessages(tx, before, updates, existing)
  for (const update of updates) row = await applyOne(tx, ids, row, update)
  return row
}

async function applyOne(tx: Tx, ids: Ids, row: repository.TurnRow, update: Update): Promise<repository.TurnRow> {
  const next = { ...row, turn_seq: update.seq }
  switch (update.kind) {
    case 'message':
      return row.status_reason === 'starting_agent' || row.status_reason === 'stalled'
        ? { ...next, status_reason: null }
        : next
    case 'title':
      return { ...next, title: update.title }
    case 'usage':
      return {
        ...next,
        turn_usage: update.usage,
        turn_spent: spentOf(update, dayOf(row.updated_at), row.in_force?.model),
      }
    case 'reason':
      return {
        ...next,
        status_reason: row.status_reason === 'interrupting' ? row.status_reason : update.reason,
        in_force: update.inForce ?? row.in_force,
      }
    case 'permission':
      await permissionRepository.ask(tx, repository.revised(next), update.permission)
      return {
        ...repository.withNews(repository.revised(next), 'permission.requested', { permission: update.permission }),
        status_reason: await reasonAfter(tx, row),
      }
    case 'permission_closed':
      await permissionRepository.close(tx, repository.revised(next), update)
      return { ...repository.revised(next), status_reason: await reasonAfter(tx, row) }
    case 'end':
      return endTurn(
        tx,
        ids,
        {
          ...next,
          agent_session: update.agentSessionId ?? row.agent_session,
          in_force: update.inForce ?? row.in_force,
        },
        update,
      )
  }
}

/** The reason why the session waits, after a permission was asked or decided. */
export async function reasonAfter(tx: Tx, row: repository.TurnRow): Promise<repository.TurnRow['status_reason']> {
  if (row.status_reason === 'interrupting') return row.status_reason
  return (await permissionRepository.pendingPermissions(tx, row)) > 0 ? 'waiting_permission' : null
}

/** If the updates contain several states of a message, only the last one is written. */
function writeMessages(
  tx: Tx,
  row: repository.TurnRow,
  updates: readonly Update[],
  existing: readonly messages.ExistingMessage[],
): repository.TurnRow {
  const told = new Map<string, messages.AgentMessage>()
  for (const update of updates) {
    if (update.kind === 'message') told.set(update.message.id, toAgentMessage(update.message, row))
  }
  if (told.size === 0) return row
  if (existing.some(({ is_own }) => is_own)) throw new ProtocolError('An update names a message that a user wrote.')
  const known = new Set(existing.map(({ id }) => id))
  const [changed, added] = [...told.values()].reduce<[messages.AgentMessage[], messages.AgentMessage[]]>(
    (parts, message) => {
      parts[known.has(message.id) ? 0 : 1].push(message)
      return parts
    },
    [[], []],
  )
  const after = repository.revised(row, changed.length)
  if (changed.length > 0) messages.replace(tx, after, changed)
  const last = repository.withRoom(after, added.length)
  if (added.length > 0) messages.insert(tx, last, added)
  return last
}

/** The computer's clock may be ahead of the server's. */
function toAgentMessage(
  { id, role, content, createdAt, ...details }: ReportedMessage,
  { updated_at: now }: repository.TurnRow,
): messages.AgentMessage {
  if (role === 'user') throw new ProtocolError('A computer cannot speak for a user.')
  return {
    id,
    role,
    content,
    createdAt: Math.min(createdAt, now),
    details: { visibility: 'both', isUserVisible: true, ...details },
  }
}
