import { isMusterError } from '@muster/sdk'
import { api } from '../../../app/api.ts'
import type { SessionNews } from './session-news.ts'

const channelName = 'muster-sessions'

/**
 * Reports changes of sessions to every tab of this browser over one connection: browsers allow six per host, and a
 * conversation needs one too. The tab that holds the lock has the connection; when it closes, another one takes over.
 */
export function followSessions(onNews: (news: SessionNews) => void): () => void {
  const end = new AbortController()
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<SessionNews>) => onNews(data)
  const lead = () =>
    watch(end.signal, (news) => {
      channel.postMessage(news)
      onNews(news)
    })
  // Web locks need a secure origin. Without them, each tab has its own connection.
  const leading = navigator.locks ? navigator.locks.request(channelName, { signal: end.signal }, lead) : lead()
  leading.catch((error) => {
    if (!end.signal.aborted && !isMusterError(error)) throw error
  })
  return () => {
    end.abort()
    channel.close()
  }
}

async function watch(signal: AbortSignal, tell: (news: SessionNews) => void): Promise<void> {
  for await (const { event, data } of api.sessions.watchAll({}, { signal })) {
    if (event === 'session') tell({ kind: 'session', session: data })
    else if (event === 'gone') tell({ kind: 'gone', sessionId: data.sessionId })
    else tell({ kind: 'read' })
  }
}
