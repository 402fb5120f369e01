/** A part of an unfinished message: the text so far, or an addition. It is not stored. */
export interface Partial {
  readonly kind: 'preview' | 'delta'
  readonly sessionId: string
  readonly turnId: string
  readonly n: number
  readonly text: string
}

type Listener = (partial: Partial) => void
type WatchListener = (sessionId: string, isWatched: boolean) => void

/** Brings unfinished messages to people who watch a session on this node. */
export interface Live {
  publish(partial: Partial): void
  /** The message is finished, or never will be. */
  clear(sessionId: string): void
  /** Starts with the current unfinished message, if there is one. Returns a function that ends it. */
  watch(sessionId: string, listener: Listener): () => void
  /** The same for another node on which somebody watches. */
  watchForNode(sessionId: string, listener: Listener): () => void
  isWatched(sessionId: string): boolean
  /** Called when the first person begins to watch a session, and when the last one leaves. */
  onChange(listener: WatchListener): void
  /** The same for people who watch on this node. */
  onChangeHere(listener: WatchListener): void
  /** Called when an unfinished message is finished. */
  onClear(listener: (sessionId: string) => void): void
}

export function createLive(): Live {
  const all = createWatchers()
  const here = createWatchers()
  const unfinished = new Map<string, Partial>()
  const clearings: ((sessionId: string) => void)[] = []
  all.onChange((sessionId, isWatched) => {
    if (!isWatched) unfinished.delete(sessionId)
  })

  function watchForNode(sessionId: string, listener: Listener): () => void {
    const end = all.add(sessionId, listener)
    const partial = unfinished.get(sessionId)
    if (partial) listener(partial)
    return end
  }

  return {
    publish(partial) {
      const { sessionId, kind, text } = partial
      const listeners = all.of(sessionId)
      if (listeners === undefined) return
      const before = kind === 'delta' ? (unfinished.get(sessionId)?.text ?? '') : ''
      unfinished.set(sessionId, { ...partial, kind: 'preview', text: before + text })
      for (const listener of listeners) listener(partial)
    },
    clear: (sessionId) => {
      if (unfinished.delete(sessionId)) for (const listener of clearings) listener(sessionId)
    },
    watch(sessionId, listener) {
      const ends = [here.add(sessionId, listener), watchForNode(sessionId, listener)]
      return () => {
        for (const end of ends) end()
      }
    },
    watchForNode,
    isWatched: (sessionId) => all.of(sessionId) !== undefined,
    onChange: all.onChange,
    onChangeHere: here.onChange,
    onClear: (listener) => {
      clearings.push(listener)
    },
  }
}

function createWatchers() {
  const watchers = new Map<string, Set<Listener>>()
  const changes: WatchListener[] = []
  const tell = (sessionId: string, isWatched: boolean) => {
    for (const change of changes) change(sessionId, isWatched)
  }
  return {
    of: (sessionId: string): ReadonlySet<Listener> | undefined => watchers.get(sessionId),
    add(sessionId: string, listener: Listener): () => void {
      const listeners = watchers.get(sessionId) ?? new Set()
      watchers.set(sessionId, listeners.add(listener))
      if (listeners.size === 1) tell(sessionId, true)
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return
        watchers.delete(sessionId)
        tell(sessionId, false)
      }
    },
    onChange: (listener: WatchListener) => {
      changes.push(listener)
    },
  }
}
