import type { Session } from '@muster/contract/session'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../app/api.ts'
import { setWaiting } from '../../../app/title.ts'
import { isAsking } from '../status.ts'
import { notifyAsking } from './notify-asking.ts'
import { hear, type SessionNews, type SessionPages, withHeard, withNews } from './session-news.ts'
import { followSessions } from './tab-feed.ts'

export const sessionsKey = ['sessions'] as const

/** Keeps the lists of sessions current while the application is open, and counts those that wait for this person. */
export function useLiveSessions(userId: string, isOn: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isOn) return
    const asking = new Map<string, Session>()
    const note = (session: Session, isNews: boolean) => {
      if (session.userId !== userId) return
      const { sessionId } = session
      if (!isAsking(session)) asking.delete(sessionId)
      else {
        if (isNews && !asking.has(sessionId)) notifyAsking(session)
        asking.set(sessionId, session)
      }
    }
    const end = followSessions((news) => {
      hear(news)
      if (news.kind === 'session') note(news.session, true)
      else if (news.kind === 'gone') asking.delete(news.sessionId)
      else {
        void queryClient.invalidateQueries({ queryKey: sessionsKey })
        void count()
      }
      spread(queryClient, news)
      setWaiting(asking.size)
    })
    const count = async () => {
      for (const session of await readNewest()) note(session, false)
      setWaiting(asking.size)
    }
    // If another tab has the connection, its first `read` came before this tab listened, so this tab counts itself.
    void count()
    return () => {
      end()
      setWaiting(0)
    }
  }, [queryClient, userId, isOn])
}

function spread(queryClient: QueryClient, news: SessionNews): void {
  queryClient.setQueriesData<SessionPages>({ queryKey: sessionsKey }, (list) => list && withNews(list, news))
}

/** Waiting sessions are among the newest, because an agent that asks got work recently. */
async function readNewest(): Promise<readonly Session[]> {
  try {
    return withHeard((await api.sessions.list({ limit: 100 })).sessions)
  } catch {
    // The page itself shows that the service is unavailable; the feed reconnects by itself.
    return []
  }
}
