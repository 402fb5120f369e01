/**
 * Says that something has changed, but not what: the receiver reads it again. A hint may be lost or arrive twice, so
 * every reader also checks now and then without one.
 */
export type Hint =
  | {
      readonly kind: 'session'
      readonly organizationId: string
      readonly sessionId: string
      readonly version: number
      /** The session was deleted: its user, and its computer. */
      readonly gone?: { readonly userId: string; readonly computerId: string | null }
    }
  /** Something waits for this computer, its connection is no longer the one that counts, or a session is gone. */
  | { readonly kind: 'computer'; readonly computerId: string; readonly goneSessionId?: string }
  /** Somebody watches the session on that node; repeated every few seconds. */
  | { readonly kind: 'watched'; readonly organizationId: string; readonly sessionId: string; readonly nodeId: string }
  /** That node has stored what the agent is writing, or that it has finished. */
  | { readonly kind: 'live'; readonly organizationId: string; readonly sessionId: string; readonly nodeId: string }
  /** The rules that computers enforce have changed for an organization. */
  | { readonly kind: 'controls'; readonly organizationId: string }
  /** Something waits to be sent to a webhook. */
  | { readonly kind: 'delivery' }
  /** This node may have missed hints of others: whoever waits for some looks at once. It stays on this node. */
  | { readonly kind: 'missed' }

export interface Hints {
  publish(hint: Hint): void
  /** Returns a function that ends the subscription. */
  subscribe(listener: (hint: Hint) => void): () => void
}

/** Hints inside of one process. */
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
