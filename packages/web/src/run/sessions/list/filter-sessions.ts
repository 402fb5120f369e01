import type { Session } from '@muster/contract/session'
import { isAsking, titleOf } from '../status.ts'

export const shows = {
  all: 'All',
  asking: 'Waiting',
  busy: 'Working',
  idle: 'Idle',
  archived: 'Archived',
} as const
export type Show = keyof typeof shows

export interface Filter {
  readonly show: Show
  readonly text: string
  readonly computerId: string | undefined
  /** Only sessions of this user. */
  readonly userId: string | undefined
}

export function isShow(text: string | undefined): text is Show {
  return text !== undefined && Object.hasOwn(shows, text)
}

/** Archived sessions are included only on request. */
export function filterSessions(sessions: readonly Session[], filter: Filter): Session[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  return sessions.filter((session) => {
    if (filter.computerId !== undefined && session.computerId !== filter.computerId) return false
    if (filter.userId !== undefined && session.userId !== filter.userId) return false
    if (!isShown(session, filter.show)) return false
    const name = titleOf(session).toLowerCase()
    return words.every((word) => name.includes(word))
  })
}

function isShown(session: Session, show: Show): boolean {
  const isArchived = session.sessionSettings?.archivedAt !== undefined
  if (show === 'archived') return isArchived
  if (isArchived) return false
  if (show === 'asking') return isAsking(session)
  return show === 'all' || (show === 'idle') === (session.status === 'idle')
}
