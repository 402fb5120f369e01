import type { ControlSettings } from '@muster/contract/controls'
import type { ContentBlock } from '@muster/contract/message'
import type { SessionSettings } from '@muster/contract/session'

/** A message that its computer can have at once, with all that goes with it, as it was committed. */
export interface Offer {
  readonly computerId: string
  /** The connection of the computer that counted then. */
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
 * Hands new messages to the connection of their computer, if it is on this node, so that it need not read them again. Nothing
 * depends on it: whoever misses an offer gets a hint too.
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
