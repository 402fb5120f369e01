import { costText } from '@muster/contract/cost-text'
import type { Session } from '@muster/contract/session'
import { timeOf } from './terminal/cell.ts'
import { flatten } from './terminal/flatten.ts'
import type { Output } from './terminal/output.ts'

/** A session with all its settings. */
export function showSession(out: Output, session: Session): void {
  const { archivedAt, tags, ...settings } = session.sessionSettings ?? {}
  out.details(session, [
    ['Title', session.title],
    ['Status', session.status],
    ['Id', session.sessionId],
    ['Computer', session.computerId],
    ['Messages', session.messageCount],
    ['Cost', session.cost && costText(session.cost)],
    ['Created', timeOf(session.createdAt)],
    ['Updated', timeOf(session.updatedAt)],
    ['Completed', timeOf(session.completedAt)],
    ['Archived', timeOf(archivedAt)],
    ['Tags', tags?.map(({ name }) => name).join(', ')],
    ...flatten(settings),
  ])
}
