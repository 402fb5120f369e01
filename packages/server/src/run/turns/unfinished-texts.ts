import type { LiveText } from '@muster/contract/live-text'
import { maxUnfinishedText } from '@muster/contract/unfinished-text'
import { BoundedCache } from '../../ground/platform/bounded-cache.ts'

/** A session is always identified together with its organization. */
export interface SessionKey {
  readonly organizationId: string
  readonly sessionId: string
}

/** Whether the text comes from a computer of this node or from another node. */
export type Source = 'here' | 'elsewhere'

/**
 * The limit of an organization. Above it, the least recently extended text is dropped: people who begin to watch see it
 * only when it is sent as a whole.
 */
const maxKept = 32 * maxUnfinishedText

interface UnfinishedText extends LiveText {
  readonly source: Source
}

/** The unfinished messages of watched sessions, with a separate limit for each organization. */
export class UnfinishedTexts {
  readonly #ofOrganizations = new Map<string, BoundedCache<UnfinishedText>>()

  get({ organizationId, sessionId }: SessionKey): UnfinishedText | undefined {
    return this.#ofOrganizations.get(organizationId)?.get(sessionId)
  }

  set({ organizationId, sessionId }: SessionKey, text: UnfinishedText): void {
    const texts = this.#ofOrganizations.get(organizationId) ?? new BoundedCache(maxKept)
    this.#ofOrganizations.set(organizationId, texts)
    texts.set(sessionId, text, text.text.length)
  }

  delete({ organizationId, sessionId }: SessionKey): void {
    this.#ofOrganizations.get(organizationId)?.delete(sessionId)
  }
}
