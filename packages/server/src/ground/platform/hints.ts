/**
 * A hint that something has changed; the receiver reads the current state. A hint may be lost or arrive twice, so every
 * reader also polls at times.
 */
export type Hint =
  | {
      readonly kind: 'session'
      readonly organizationId: string
      readonly sessionId: string
      readonly version: number
      /** Set if the session was deleted: its user, and its computer. */
      readonly gone?: { readonly userId: string; readonly computerId: string | null }
    }
  /** There is work for this computer, its connection is no longer in force, or a session is gone. */
  | { readonly kind: 'computer'; readonly computerId: string; readonly goneSessionId?: string }
  /** The session is watched on that node; repeated every few seconds. */
  | { readonly kind: 'watched'; readonly organizationId: string; readonly sessionId: string; readonly nodeId: string }
  /** That node has stored unfinished text of the agent, or the text is finished. */
  | { readonly kind: 'live'; readonly organizationId: string; readonly sessionId: string; readonly nodeId: string }
  /** The rules that computers enforce have changed for an organization. */
  | { readonly kind: 'controls'; readonly organizationId: string }
  /** A delivery to a webhook is due. */
  | { readonly kind: 'delivery' }
  /** This node may have missed hints of others: subscribers check at once. It is not sent to other nodes. */
  | { readonly kind: 'missed' }

export interface Hints {
  publish(hint: Hint): void
  /** Returns a function that unsubscribes. */
  subscribe(listener: (hint: Hint) => void): () => void
}

/** Hints within one process. */
export function createHints(): Hints {
  const listeners = new Set<(hint: Hint) => void>()
  return {
    publish: (hint) => {
      for (const listener of listeners) listener(hint)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
