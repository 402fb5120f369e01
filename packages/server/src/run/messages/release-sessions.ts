import type { Change } from '../../govern/audit/change.ts'
import type { Hints } from '../../ground/platform/hints.ts'
import type { Ids } from '../../ground/platform/ids.ts'
import { noteEndedTurn } from '../metering/count-turns.ts'
import { endWorkOn, leaveComputer, readInside } from '../sessions/service.ts'
import { tellOfSession } from '../sessions/tell-session.ts'
import { announce } from '../webhooks/announce.ts'
import * as repository from './repository.ts'

const reasons = {
  deleted: (name: string) => `The computer ${name} was deleted`,
  cut_off: (name: string) => `The user of the computer ${name} was removed`,
}

/**
 * Ends the work that a deleted or cut-off computer will never do, with a message in each session. The messages so far
 * stay.
 */
export function createReleaseSessions({ ids, hints }: { ids: Ids; hints: Hints }) {
  return async function releaseSessions(
    change: Change,
    computer: { id: string; name: string },
    why: keyof typeof reasons,
  ): Promise<void> {
    const { tx, principal, now } = change
    const { organizationId } = principal
    await repository.dequeueComputer(tx, organizationId, computer.id)
    const ended = await endWorkOn(tx, organizationId, computer.id, now)
    if (why === 'deleted') await leaveComputer(tx, organizationId, computer.id)
    const text = `${reasons[why](computer.name)} before this work was done. Post a message with another computerId to go on.`
    for (const { id: sessionId, seq, at, version, revision, turn_id: turnId, turn_usage, turn_spent } of ended) {
      const turn = { organizationId, sessionId, usage: turn_usage, spent: turn_spent, at }
      if (turnId !== null) await noteEndedTurn(tx, { ...turn, turnId })
      await repository.insert(tx, {
        organizationId,
        sessionId,
        seq,
        id: ids.uuid(),
        role: 'system',
        content: [{ type: 'text', text, id: ids.uuid() }],
        details: { visibility: 'user_only', isUserVisible: true, isError: true },
        userId: null,
        now: at,
        revision,
      })
      const data = async () => ({
        sessionId,
        turnId,
        outcome: 'failed',
        error: text,
        session: await readInside(tx, { organizationId, id: sessionId }),
      })
      await announce(tx, { ids, hints }, { organizationId, event: 'turn.ended', now: at, data })
      tellOfSession(tx, hints, { organization_id: organizationId, id: sessionId, version })
    }
  }
}
