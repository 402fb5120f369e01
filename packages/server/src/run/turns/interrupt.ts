import type { Session } from '@muster/contract/session'
import type { Change } from '../../govern/audit/change.ts'
import { recordChange } from '../../govern/audit/service.ts'
import { lockSession, readInside } from '../sessions/service.ts'
import { tellComputer } from '../sessions/tell-session.ts'
import * as computers from './computer-repository.ts'
import { endTurn } from './end-turn.ts'
import * as repository from './repository.ts'
import { saveAndTell, type TellingParts, touched } from './session-version.ts'

/**
 * Stops the agent and removes the queued messages, so that the session becomes idle. If its computer is connected, it
 * is told and ends the turn itself; if the computer is away, it learns this when it reconnects.
 */
export async function interrupt(
  parts: TellingParts,
  change: Change,
  sessionId: string,
): Promise<{ session: Session; wasBusy: boolean }> {
  const { tx, principal, now } = change
  const { organizationId } = principal
  const { id } = await lockSession(change, sessionId)
  const row = await repository.lock(tx, organizationId, id)
  if (!row || row.status === 'idle') return { session: await readInside(tx, { organizationId, id }), wasBusy: false }
  await repository.dequeueSession(tx, organizationId, id)
  const next = touched(row, now)
  const isThere = row.computer_id !== null && (await isConnected(change, row.computer_id))
  const waitsForAgent = row.status === 'running' && isThere
  await saveAndTell(
    tx,
    parts,
    waitsForAgent
      ? { ...next, status_reason: 'interrupting' }
      : await endTurn(tx, parts.ids, next, { outcome: 'interrupted', error: textOf(row) }),
  )
  await recordChange(change, {
    action: 'session.interrupt',
    target: { type: 'session', id },
    changes: { status: row.status },
  })
  tellComputer(tx, parts.hints, row.computer_id)
  return { session: await readInside(tx, { organizationId, id }), wasBusy: true }
}

async function isConnected({ tx, principal }: Change, computerId: string): Promise<boolean> {
  return (await computers.connectionOf(tx, principal.organizationId, computerId))?.is_connected === true
}

function textOf({ status }: repository.TurnRow): string {
  return status === 'pending'
    ? 'The session was interrupted before the agent began.'
    : 'The turn was interrupted while the computer was away. The agent is stopped when the computer is back.'
}
