import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { api } from '../../../app/api.ts'
import { Conversation, type Snapshot } from './conversation.ts'
import { type Row, rowsOf } from './rows.ts'

/** How long a hidden page keeps its connection; browsers allow only a few. */
const hiddenMs = 30_000

/** The conversation of a session, live while it is on screen. */
export function useConversation(sessionId: string): {
  conversation: Conversation
  now: Snapshot
  rows: readonly Row[]
} {
  const conversation = useMemo(() => new Conversation(api, sessionId), [sessionId])
  useEffect(() => watchWhileSeen(conversation), [conversation])
  const now = useSyncExternalStore(conversation.subscribe, conversation.snapshot)
  const isBusy = now.session !== undefined && now.session.status !== 'idle'
  const messageRows = useMemo(
    () => rowsOf(now.messages, { isBusy, begunId: now.begunId }),
    [now.messages, isBusy, now.begunId],
  )
  const rows = useMemo(() => withPreview(messageRows, now.preview), [messageRows, now.preview])
  return { conversation, now, rows }
}

/** Puts unfinished text before the messages that still wait. */
function withPreview(rows: readonly Row[], text: string): readonly Row[] {
  if (text === '') return rows
  const firstWaiting = rows.findIndex((row) => row.kind === 'user' && row.isWaiting)
  const place = firstWaiting === -1 ? rows.length : firstWaiting
  return rows.toSpliced(place, 0, { key: 'preview', kind: 'preview', text })
}

function watchWhileSeen(conversation: Conversation): () => void {
  let watching: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const start = () => {
    clearTimeout(timer)
    if (watching) return
    watching = new AbortController()
    void conversation.watch(watching.signal)
  }
  const stop = () => {
    watching?.abort()
    watching = undefined
  }
  const onChange = () => {
    if (document.visibilityState === 'visible') start()
    else timer = setTimeout(stop, hiddenMs)
  }
  document.addEventListener('visibilitychange', onChange)
  start()
  return () => {
    document.removeEventListener('visibilitychange', onChange)
    clearTimeout(timer)
    stop()
  }
}
