import type { Session } from '@muster/contract/session'

export type Tone = 'working' | 'asking' | 'stuck' | 'resting' | 'archived'

interface StatusWords {
  readonly label: string
  readonly tone: Tone
}

const reasons: Readonly<Record<NonNullable<Session['statusReason']>, StatusWords>> = {
  waiting_permission: { label: 'Waits for you', tone: 'asking' },
  computer_offline: { label: 'Computer is offline', tone: 'stuck' },
  starting_agent: { label: 'Starting the agent', tone: 'working' },
  interrupting: { label: 'Stopping', tone: 'working' },
  stalled: { label: 'Silent for a while', tone: 'stuck' },
}

const outcomes: Readonly<Record<NonNullable<Session['outcome']>, StatusWords>> = {
  completed: { label: 'Done', tone: 'resting' },
  failed: { label: 'Failed', tone: 'stuck' },
  interrupted: { label: 'Stopped', tone: 'resting' },
  refused: { label: 'Refused', tone: 'resting' },
}

/** The current state of a session, as text; of one at rest, how its last turn ended. */
export function statusOf({ status, statusReason, sessionSettings, outcome }: Session): StatusWords {
  if (statusReason && status !== 'idle') return reasons[statusReason] ?? { label: statusReason, tone: 'working' }
  if (status === 'running') return { label: 'Working', tone: 'working' }
  if (status === 'pending') return { label: 'Queued', tone: 'working' }
  if (sessionSettings?.archivedAt) return { label: 'Archived', tone: 'archived' }
  return outcome ? outcomes[outcome] : { label: 'Idle', tone: 'resting' }
}

/** Whether the agent waits for an answer. */
export function isAsking(session: Session): boolean {
  return session.status !== 'idle' && session.statusReason === 'waiting_permission'
}

/** Titles are derived from first messages. Their code marks are removed. */
export function titleOf({ title }: Session): string {
  return title?.replace(/`+([^`]*)`+/g, '$1').trim() || 'Untitled session'
}
