/** A message that is not finished: what it is so far, or what was added to it. Nobody keeps it. */
export interface Partial {
  readonly kind: 'preview' | 'delta'
  readonly sessionId: string
  readonly turnId: string
  readonly n: number
  readonly text: string
}

type Listener = (partial: Partial) => void

/** Brings unfinished messages to those who watch a session on this node. */
export interface Live {
  publish(partial: Partial): void
  /** The message is finished, or will never be. */
  clear(sessionId: string): void
  /** Begins with the unfinished message as it is, if there is one. Returns how to end it. */
  watch(sessionId: string, listener: Listener): () => void
  isWatched(sessionId: string): boolean
  /** Called when the first one begins to watch a session, and when the last one has left. */
  onChange(listener: (sessionId: string, isWatched: boolean) => void): void
}

export function createLive(): Live {
  const watchers = new Map<string, Set<Listener>>()
  const unfinished = new Map<string, Partial>()
  const changes: ((sessionId: string, isWatched: boolean) => void)[] = []
  const tell = (sessionId: string, isWatched: boolean) => {
    for (const change of changes) change(sessionId, isWatched)
  }
  return {
    publish(partial) {
      const { sessionId, kind, text } = partial
      if (!watchers.has(sessionId)) return
      const before = kind === 'delta' ? (unfinished.get(sessionId)?.text ?? '') : ''
      unfinished.set(sessionId, { ...partial, kind: 'preview', text: before + text })
      for (const listener of watchers.get(partial.sessionId) ?? []) listener(partial)
    },
    clear: (sessionId) => {
      unfinished.delete(sessionId)
    },
    watch(sessionId, listener) {
      const listeners = watchers.get(sessionId) ?? new Set()
      watchers.set(sessionId, listeners.add(listener))
      if (listeners.size === 1) tell(sessionId, true)
      const partial = unfinished.get(sessionId)
      if (partial) listener(partial)
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return
        watchers.delete(sessionId)
        unfinished.delete(sessionId)
        tell(sessionId, false)
      }
    },
    isWatched: (sessionId) => watchers.has(sessionId),
    onChange: (listener) => {
      changes.push(listener)
    },
  }
}
