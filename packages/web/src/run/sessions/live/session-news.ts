import type { Session } from '@muster/contract/session'

/** `read`: the list must be loaded again, at the beginning and after too many changes. */
export type SessionNews =
  | { readonly kind: 'session'; readonly session: Session }
  | { readonly kind: 'gone'; readonly sessionId: string }
  | { readonly kind: 'read' }

export interface SessionPages {
  readonly pages: readonly { readonly sessions: readonly Session[]; readonly [other: string]: unknown }[]
  readonly pageParams: readonly unknown[]
}

/** Applies a change to the pages of the list: a session keeps its place, a new one comes first. */
export function withNews<Pages extends SessionPages>(list: Pages, news: SessionNews): Pages {
  if (news.kind === 'read') return list
  const id = news.kind === 'gone' ? news.sessionId : news.session.sessionId
  const isKnown = list.pages.some(({ sessions }) => sessions.some(({ sessionId }) => sessionId === id))
  const pages = list.pages.map((page, index) => {
    const isHere = page.sessions.some(({ sessionId }) => sessionId === id)
    if (news.kind === 'gone')
      return isHere ? { ...page, sessions: page.sessions.filter(({ sessionId }) => sessionId !== id) } : page
    if (isHere) return { ...page, sessions: page.sessions.map((each) => (each.sessionId === id ? news.session : each)) }
    const isNewest = !isKnown && index === 0 && news.session.createdAt >= (page.sessions[0]?.createdAt ?? 0)
    return isNewest ? { ...page, sessions: [news.session, ...page.sessions] } : page
  })
  return { ...list, pages }
}

/** The latest state of each session whose event arrived since the list was last loaded. */
const heard = new Map<string, Session>()

export function hear(news: SessionNews): void {
  if (news.kind === 'session') heard.set(news.session.sessionId, news.session)
  else if (news.kind === 'read') heard.clear()
}

/** A page that was loaded during a change may be older than the event about it. */
export function withHeard(sessions: readonly Session[]): Session[] {
  return sessions.map((session) => heard.get(session.sessionId) ?? session)
}
