import { recordOwnChange } from '../../govern/audit/service.ts'
import type { Tx } from '../../ground/database/database.ts'
import { tellComputer } from '../sessions/tell-session.ts'
import * as computers from './computer-repository.ts'
import { endTurn, systemMessage } from './end-turn.ts'
import * as messages from './message-repository.ts'
import * as repository from './repository.ts'
import { saveAndTell, type TellingParts, touched } from './session-version.ts'

const beforeText =
  'The monthly credits are used up, so that the agent did not begin. Ask an owner or manager to raise the limit, or wait for the next month; then post a message.'

const runningText =
  'The monthly credits are used up, so that the agent is stopped. Ask an owner or manager to raise the limit, or wait for the next month; then post a message.'

/** Cancels the waiting turn and all that are queued after it. */
export async function refuseTurn(tx: Tx, parts: TellingParts, row: repository.TurnRow, now: number): Promise<void> {
  await repository.dequeueSession(tx, row.organization_id, row.id)
  const outcome = { outcome: 'failed', error: beforeText } as const
  await saveAndTell(tx, parts, await endTurn(tx, parts.ids, touched(row, now), outcome))
  await recordOwnChange(tx, row.organization_id, now, actionOn(row))
}

/** Stops the agent of a running turn between two model calls, as an interruption does. */
export async function stopTurn(tx: Tx, parts: TellingParts, before: repository.TurnRow, now: number): Promise<void> {
  const { organization_id: organizationId, id, computer_id } = before
  await repository.dequeueSession(tx, organizationId, id)
  const row = touched(before, now)
  const isThere =
    computer_id !== null && (await computers.connectionOf(tx, organizationId, computer_id))?.is_connected === true
  if (isThere) {
    const told = repository.withRoom(row, 1)
    messages.insert(tx, told, [systemMessage(parts.ids, runningText, 'failed', told.updated_at)])
    await saveAndTell(tx, parts, { ...told, status_reason: 'interrupting' })
  } else {
    await saveAndTell(tx, parts, await endTurn(tx, parts.ids, row, { outcome: 'failed', error: runningText }))
  }
  await recordOwnChange(tx, organizationId, now, actionOn(row))
  tellComputer(tx, parts.hints, computer_id)
}

function actionOn({ id, status }: repository.TurnRow) {
  return { action: 'session.stop_for_credits', target: { type: 'session', id }, changes: { status } } as const
}
