import type { Change } from '../audit/change.ts'
import { noteEndedTurn } from '../metering/count-turns.ts'
import type { Hints } from '../platform/hints.ts'
import type { Ids } from '../platform/ids.ts'
import { readInside, releaseSessionsFrom } from '../sessions/service.ts'
import { tellOfSession } from '../sessions/tell-session.ts'
import { announce } from '../webhooks/announce.ts'
import * as repository from './repository.ts'

/** Ends the work that a computer will never do, and adds a message about it to each session. No message is lost. */
export function createReleaseSessions({ ids, hints }: { ids: Ids; hints: Hints }) {
  return async function releaseSessions(change: Change, computer: { id: string; name: string }): Promise<void> {
    const { tx, principal, now } = change
    const { organizationId } = principal
    await repository.dequeueComputer(tx, organizationId, computer.id)
    const ended = await releaseSessionsFrom(tx, organizationId, computer.id, now)
    const text = `The computer ${computer.name} was deleted before this work was done. Post a message with another computerId to go on.`
    for (const { id: sessionId, seq, at, version, revision, turn_id: turnId, turn_usage, turn_model } of ended) {
      const turn = { organizationId, sessionId, usage: turn_usage, model: turn_model, at }
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
