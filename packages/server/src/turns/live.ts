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
  /** Returns how to end it. */
  watch(sessionId: string, listener: Listener): () => void
  isWatched(sessionId: string): boolean
  /** Called when the first one begins to watch a session, and when the last one has left. */
  onChange(listener: (sessionId: string, isWatched: boolean) => void): void
}

export function createLive(): Live {
  const watchers = new Map<string, Set<Listener>>()
  const changes: ((sessionId: string, isWatched: boolean) => void)[] = []
  const tell = (sessionId: string, isWatched: boolean) => {
    for (const change of changes) change(sessionId, isWatched)
  }
  return {
    publish(partial) {
      for (const listener of watchers.get(partial.sessionId) ?? []) listener(partial)
    },
    watch(sessionId, listener) {
      const listeners = watchers.get(sessionId) ?? new Set()
      watchers.set(sessionId, listeners.add(listener))
      if (listeners.size === 1) tell(sessionId, true)
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return
        watchers.delete(sessionId)
        tell(sessionId, false)
      }
    },
    isWatched: (sessionId) => watchers.has(sessionId),
    onChange: (listener) => {
      changes.push(listener)
    },
  }
}
