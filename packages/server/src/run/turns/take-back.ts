import type { Change } from '../../govern/audit/change.ts'
import { recordChange } from '../../govern/audit/service.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import { isUuid } from '../../ground/platform/ids.ts'
import { lockSession } from '../sessions/service.ts'
import { tellComputer } from '../sessions/tell-session.ts'
import * as messages from './message-repository.ts'
import * as repository from './repository.ts'
import { saveAndTell, type TellingParts, touched } from './session-version.ts'

/** Takes back a message that no agent has received yet. */
export async function takeBack(
  parts: TellingParts,
  change: Change,
  sessionId: string,
  messageId: string,
): Promise<void> {
  const { tx, principal, now } = change
  const { organizationId } = principal
  const { id } = await lockSession(change, sessionId)
  const row = await repository.lock(tx, organizationId, id)
  const isThere = isUuid(messageId) && row && (await messages.existing(tx, organizationId, id, [messageId])).length > 0
  if (!isThere) throw new AppError('message_not_found', 'The session has no message with this id.')
  if ((await repository.dequeue(tx, organizationId, id, messageId)) === 0) {
    throw new AppError('message_not_waiting', 'The message was taken by the computer, or is not one that waits.')
  }
  await messages.removeMessage(tx, organizationId, id, messageId)
  const waits = (await repository.firstWaiting(tx, organizationId, id)) !== undefined
  const next = { ...touched(row, now), message_count: row.message_count - 1 }
  const isIdle = row.status === 'pending' && !waits
  await saveAndTell(tx, parts, {
    ...next,
    ...(isIdle && { status: 'idle', status_reason: null, completed_at: next.updated_at }),
  })
  await recordChange(change, { action: 'message.take_back', target: { type: 'session', id }, changes: { messageId } })
  tellComputer(tx, parts.hints, row.computer_id)
}
