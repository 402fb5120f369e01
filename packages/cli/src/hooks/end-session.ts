import type { EventFields, Raised } from '@muster/hooks'
import { endApart } from '@muster/hooks/session/end-apart'
import { takeEnd } from '@muster/hooks/session/session-marks'
import { limitStops, type StopRounds } from '@muster/hooks/stop-rounds'

export interface SessionToEnd {
  readonly fields: EventFields
  readonly home: string
  readonly projectDir: string
  readonly hasHooks: boolean
  readonly stopRounds: StopRounds | undefined
  /** The agent's name, if it gave one. */
  readonly agent: string | undefined
  readonly signal: AbortSignal
}

/** Codex kills a SessionEnd hook after three seconds, whatever its settings are. */
const patienceMs: Readonly<Record<string, number>> = { codex: 2000 }

/** The longest delay of a timer. */
const forEverMs = 2 ** 31 - 1

/**
 * Ends a session in a process that outlives the agent. `done` means that no work is left here; it has the outcome of
 * the event if that is known.
 */
export async function endSession(session: SessionToEnd): Promise<{ readonly done: boolean; readonly raised?: Raised }> {
  const { fields, home, projectDir, hasHooks, stopRounds, agent = '', signal } = session
  const { session_id: id, reason = 'other' } = fields
  if (typeof id === 'string' && !takeEnd(home, id, 'agent')) return { done: true }
  if (stopRounds) limitStops(stopRounds).forget(fields)
  if (!hasHooks) return { done: false }
  const end = endApart({
    fields,
    home,
    projectDir,
    reason: String(reason),
    patienceMs: patienceMs[agent] ?? forEverMs,
    signal,
  })
  if (!end) return { done: false }
  const raised = await end
  return raised ? { done: true, raised } : { done: true }
}
