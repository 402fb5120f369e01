import type { LiveText } from '@muster/contract/live-text'
import { afterPart } from '@muster/contract/unfinished-text'
import { type SessionKey, type Source, UnfinishedTexts } from './unfinished-texts.ts'

/** A part of an unfinished message: the text so far, or an addition. It is not stored. */
export interface Part extends LiveText {
  readonly kind: 'preview' | 'delta'
}

type Listener = (part: Part) => void
type ChangeListener = (session: SessionKey, isWatched: boolean) => void

/** Shows unfinished messages to people who watch a session on this node. */
export interface Live {
  /** The caller has checked that the part belongs to a turn of this session. */
  publish(session: SessionKey, part: Part, source: Source): void
  /** The message from this source is complete, or will never be completed. */
  clear(session: SessionKey, source: Source): void
  /** The current unfinished message, if there is one. */
  textOf(session: SessionKey): LiveText | undefined
  /** The same, if the text comes from a computer of this node. */
  textFromHere(session: SessionKey): LiveText | undefined
  /** Calls `listener` with each new part. Returns a function that unsubscribes. */
  watch(session: SessionKey, listener: Listener): () => void
  /**
   * Calls `onNews` when a computer of this node has written more, on behalf of another node on which somebody watches.
   */
  watchForNode(session: SessionKey, onNews: () => void): () => void
  isWatched(session: SessionKey): boolean
  /** Called when the first person begins to watch a session, and when the last one leaves. */
  onChange(listener: ChangeListener): void
  /** The same, counting only people who watch on this node. */
  onChangeHere(listener: ChangeListener): void
  /** Called when a message that a computer of this node wrote is finished. */
  onClear(listener: (session: SessionKey) => void): void
}

export function createLive(): Live {
  const all = createWatchers()
  const here = createWatchers()
  const unfinished = new UnfinishedTexts()
  const clearings: ((session: SessionKey) => void)[] = []
  all.onChange((session, isWatched) => {
    if (!isWatched) unfinished.delete(session)
  })

  return {
    publish(session, part, source) {
      const listeners = all.of(session)
      if (listeners === undefined) return
      const before = unfinished.get(session)
      // Text from another node may be older than the text that this node has from the computer itself.
      if (source === 'elsewhere' && before?.source === 'here') return
      const after = afterPart(before, part.kind, part)
      if (after) unfinished.set(session, { ...after, source })
      else unfinished.delete(session)
      for (const listener of listeners) listener(part, source)
    },
    clear(session, source) {
      if (unfinished.get(session)?.source === source) unfinished.delete(session)
      if (source === 'here') for (const listener of clearings) listener(session)
    },
    textOf: (session) => unfinished.get(session),
    textFromHere(session) {
      const text = unfinished.get(session)
      return text?.source === 'here' ? text : undefined
    },
    watch(session, listener) {
      const ends = [here.add(session, listener), all.add(session, listener)]
      return () => {
        for (const end of ends) end()
      }
    },
    watchForNode: (session, onNews) =>
      all.add(session, (_part, source) => {
        if (source === 'here') onNews()
      }),
    isWatched: (session) => all.of(session) !== undefined,
    onChange: all.onChange,
    onChangeHere: here.onChange,
    onClear: (listener) => {
      clearings.push(listener)
    },
  }
}

function createWatchers() {
  type Watcher = (part: Part, source: Source) => void
  const watchers = new Map<string, Set<Watcher>>()
  const changes: ChangeListener[] = []
  const tell = (session: SessionKey, isWatched: boolean) => {
    for (const change of changes) change(session, isWatched)
  }
  return {
    of: (session: SessionKey): ReadonlySet<Watcher> | undefined => watchers.get(nameOf(session)),
    add(session: SessionKey, watcher: Watcher): () => void {
      const name = nameOf(session)
      const known = watchers.get(name) ?? new Set()
      watchers.set(name, known.add(watcher))
      if (known.size === 1) tell(session, true)
      return () => {
        if (!known.delete(watcher) || known.size > 0) return
        watchers.delete(name)
        tell(session, false)
      }
    },
    onChange: (listener: ChangeListener) => {
      changes.push(listener)
    },
  }
}

/** The name of a session in a map. */
export function nameOf({ organizationId, sessionId }: SessionKey): string {
  return `${organizationId} ${sessionId}`
}
