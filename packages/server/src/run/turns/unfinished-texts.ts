import type { LiveText } from '@muster/contract/live-text'
import { maxUnfinishedText } from '@muster/contract/unfinished-text'
import { BoundedCache } from '../../ground/platform/bounded-cache.ts'

/** A session id alone never says which session is meant. */
export interface SessionKey {
  readonly organizationId: string
  readonly sessionId: string
}

/** Whether a computer of this node wrote the text, or another node told of it. */
export type Source = 'here' | 'elsewhere'

/**
 * Of an organization. Above it, the text that waited for an addition the longest is forgotten: whoever comes later sees
 * nothing of it until it is sent whole.
 */
const maxKept = 32 * maxUnfinishedText

interface UnfinishedText extends LiveText {
  readonly source: Source
}

/** The unfinished messages of sessions that are watched. An organization has only its own room. */
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
