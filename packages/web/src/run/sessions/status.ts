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

/** The current state of a session, as text. */
export function statusOf({ status, statusReason, sessionSettings }: Session): StatusWords {
  if (statusReason && status !== 'idle') return reasons[statusReason] ?? { label: statusReason, tone: 'working' }
  if (status === 'running') return { label: 'Working', tone: 'working' }
  if (status === 'pending') return { label: 'Queued', tone: 'working' }
  return sessionSettings?.archivedAt ? { label: 'Archived', tone: 'archived' } : { label: 'Idle', tone: 'resting' }
}

/** Whether the agent waits for an answer. */
export function isAsking(session: Session): boolean {
  return session.status !== 'idle' && session.statusReason === 'waiting_permission'
}

/** Titles are derived from first messages. Their code marks are removed. */
export function titleOf({ title }: Session): string {
  return title?.replace(/`+([^`]*)`+/g, '$1').trim() || 'Untitled session'
}
