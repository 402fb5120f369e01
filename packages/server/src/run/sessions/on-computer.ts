import type { Pagination } from '@muster/contract/pagination'
import { Session } from '@muster/contract/session'
import { Type } from 'typebox'
import { newestFirst } from '../../ground/platform/keyset.ts'
import { type PageQuery, parsePage, toPage } from '../../ground/platform/page.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import { createChecked } from '../computers/checked-answer.ts'
import type { Computers } from '../computers/service.ts'

const checkedList = createChecked(Type.Object({ sessions: Type.Array(Session) }))
const checkedSession = createChecked(Session)

/** A session as stored on its computer. */
export async function sessionOnComputer(
  computers: Computers,
  principal: Principal,
  computerId: string,
  sessionId: string,
): Promise<Session> {
  return checkedSession(await computers.ask(principal, computerId, { kind: 'session', sessionId }))
}

/** The sessions on a computer that the caller may see, newest first. */
export async function sessionsOnComputer(
  computers: Computers,
  principal: Principal,
  query: PageQuery & { readonly computerId: string },
  areVisible: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<{ sessions: Session[]; pagination: Pagination }> {
  const name = `sessions on ${query.computerId.toLowerCase()}:${principal.userId}`
  const { limit, after } = parsePage(name, query, newestFirst)
  const { sessions } = checkedList(await computers.ask(principal, query.computerId, { kind: 'sessions' }))
  const visible = await areVisible(sessions.map(({ sessionId }) => sessionId))
  const [createdAt, sessionId] = after
  const isAfter = (session: Session) => compare(session, { createdAt, sessionId }) > 0
  const rest = sessions.filter((session) => visible.has(session.sessionId) && isAfter(session)).sort(compare)
  const page = toPage(name, limit, rest, ({ createdAt, sessionId }) => [createdAt, sessionId])
  return { sessions: [...page.rows], pagination: page.pagination }
}

type ListPosition = Pick<Session, 'createdAt' | 'sessionId'>

function compare(a: ListPosition, b: ListPosition): number {
  if (a.createdAt !== b.createdAt) return b.createdAt - a.createdAt
  return a.sessionId < b.sessionId ? 1 : a.sessionId > b.sessionId ? -1 : 0
}
