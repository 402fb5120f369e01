import type { Session } from '@muster/contract/session'
import { isAsking } from '../status.ts'

/** In the order in which people care. */
const groups = ['Waits for you', 'Working', 'Today', 'Earlier'] as const
type Group = (typeof groups)[number]

export type ListItem =
  | { readonly kind: 'heading'; readonly name: Group; readonly count: number }
  | { readonly kind: 'session'; readonly session: Session /** Its place among the sessions. */; readonly row: number }

/** Sessions below headings; within each group they stay in their order. */
export function groupSessions(sessions: readonly Session[], startOfToday: number): ListItem[] {
  const byGroup = Map.groupBy(sessions, (session): Group => {
    if (isAsking(session)) return 'Waits for you'
    if (session.status !== 'idle') return 'Working'
    return session.updatedAt >= startOfToday ? 'Today' : 'Earlier'
  })
  let row = 0
  return groups.flatMap((name): ListItem[] => {
    const inside = byGroup.get(name) ?? []
    if (inside.length === 0) return []
    const rows = inside.map((session): ListItem => ({ kind: 'session', session, row: row++ }))
    return [{ kind: 'heading', name, count: inside.length }, ...rows]
  })
}
