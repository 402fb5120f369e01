import type { Log } from '../../ground/platform/log.ts'
import { repeat } from '../../ground/platform/repeat.ts'
import { tellFailure } from '../../ground/platform/tell-failure.ts'
import { type ComputerConnections, leaseSeconds } from '../computers/connections.ts'
import type { Turns } from '../turns/service.ts'

interface LeaseOptions {
  readonly connections: ComputerConnections
  readonly turns: Turns
  /** How long a computer may be away before its turns end. */
  readonly graceMs: number
  readonly log: Log
}

const everyMs = (leaseSeconds * 1000) / 6

const awayText =
  'The computer was away for too long while the agent worked, so this turn has ended. What it did until then may be incomplete. Messages that wait go on when the computer is back.'

/**
 * Renews the lease of this node, marks the computers of dead nodes as away, and ends turns that exceed the credits or
 * whose computer was away for too long.
 */
export function keepLease({ connections, turns, graceMs, log }: LeaseOptions): { stop(): Promise<void> } {
  const work = async () => {
    await connections.renewLease()
    for (const freed of await connections.freeFromDeadNodes()) await turns.left(freed)
    await turns.stopOverspent()
    for (const gone of await connections.goneFor(graceMs)) {
      for (const { id: sessionId, turn_id: turnId } of await turns.runningOn(gone)) {
        await turns.lose(gone, { sessionId, turnId }, awayText)
      }
    }
  }
  const repeated = repeat({
    work,
    onFailure: (error) => tellFailure(log, 'the lease of this node could not be renewed, which is tried again', error),
    pauseMs: () => everyMs,
  })
  return {
    async stop() {
      await repeated.stop()
      await connections.endLease()
    },
  }
}
