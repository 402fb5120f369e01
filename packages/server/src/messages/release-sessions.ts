import type { Change } from '../audit/change.ts'
import type { Ids } from '../platform/ids.ts'
import { releaseSessionsFrom } from '../sessions/service.ts'
import * as repository from './repository.ts'

/** Ends the work that a computer will never do, and tells each session so. Nothing that was said is lost. */
export function createReleaseSessions({ ids }: { ids: Ids }) {
  return async function releaseSessions(change: Change, computer: { id: string; name: string }): Promise<void> {
    const { tx, principal, now } = change
    await repository.dequeueComputer(tx, principal.organizationId, computer.id)
    const ended = await releaseSessionsFrom(tx, principal.organizationId, computer.id, now)
    const text = `The computer ${computer.name} was deleted before this work was done. Post a message with another computerId to go on.`
    for (const { id: sessionId, seq, at, revision } of ended) {
      await repository.insert(tx, {
        organizationId: principal.organizationId,
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
    }
  }
}
