import type { ControlSettings } from '@muster/contract/controls'
import type { ContentBlock } from '@muster/contract/message'
import type { SessionSettings } from '@muster/contract/session'

/** A committed message that its computer can take at once, with everything the computer needs to start. */
export interface Offer {
  readonly computerId: string
  /** The connection of the computer that was in force at the commit. */
  readonly epoch: number
  readonly sessionId: string
  readonly messageId: string
  /** Who wrote it. */
  readonly userId: string
  readonly content: ContentBlock[]
  readonly contentBytes: number
  readonly settings: SessionSettings
  /** How many turns the session has had. */
  readonly turns: number
  readonly controls: ControlSettings
}

/**
 * Passes new messages to the connection of their computer on this node, which saves reading them from the database.
 * This is only an optimization: a computer that misses an offer gets a hint, too.
 */
export interface Offers {
  publish(offer: Offer): void
  onOffer(listener: (offer: Offer) => void): void
}

export function createOffers(): Offers {
  const listeners: ((offer: Offer) => void)[] = []
  return {
    publish: (offer) => {
      for (const listener of listeners) listener(offer)
    },
    onOffer: (listener) => {
      listeners.push(listener)
    },
  }
}
