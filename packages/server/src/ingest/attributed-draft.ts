import { hash } from 'node:crypto'
import type { UsageEvent } from '../events/usage-event.ts'
import { billableTokens, type EventDraft } from './draft.ts'

/** A draft of which it is known whose it is. */
export interface AttributedDraft {
  readonly draft: EventDraft
  /** As in `UsageEvent`. */
  readonly user: string
}

/** The id depends on what happened and on the organization alone, so every delivery of an event has the same one. */
export function toUsageEvent(organizationId: string, { draft, user }: AttributedDraft): UsageEvent {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = draft
  return {
    id: hash('sha256', `${organizationId}\n${draft.type}\n${draft.key}`, 'hex').slice(0, 32),
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
