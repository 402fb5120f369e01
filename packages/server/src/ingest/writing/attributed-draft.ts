import { hash } from 'node:crypto'
import type { UsageEvent, UsageType } from '../../events/usage-event.ts'
import { billableTokens, type EventDraft } from '../draft.ts'

/** A draft of which it is known whose it is. */
export interface AttributedDraft {
  readonly draft: EventDraft
  /** As in `UsageEvent`. */
  readonly user: string
  /** Whether the sender may report what others did. */
  readonly mayAttribute: boolean
}

/**
 * The id depends on what happened and on the organization, so every delivery of an event has the same one. Where the
 * sender may report for itself alone, it depends on its user too: nobody can replace what somebody else reported.
 */
export function toUsageEvent(organizationId: string, { draft, user, mayAttribute }: AttributedDraft): UsageEvent {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = draft
  const key = mayAttribute || draft.isShared ? draft.key : `${draft.key}\n${user}`
  return {
    id: idOf(organizationId, draft.type, key),
    timeMs: draft.timeMs,
    user,
    session: draft.session,
    client: draft.client,
    type: draft.type,
    name: draft.name,
    detail: draft.detail,
    extra: draft.extra,
    quantity: draft.quantity,
    inputTokens,
    outputTokens,
    cacheReadTokens,
    cacheWriteTokens,
    billableTokens: draft.type === 'model_call' ? billableTokens(draft) : 0,
  }
}

export function idOf(organizationId: string, type: UsageType, key: string): string {
  return hash('sha256', `${organizationId}\n${type}\n${key}`, 'hex').slice(0, 32)
}
