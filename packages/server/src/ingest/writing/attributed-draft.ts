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
export function toUsageEvent(organizationId: string, attributed: AttributedDraft): UsageEvent {
  const { user, mayAttribute } = attributed
  const { key, isShared, email: _email, anonymousId: _anonymousId, counter: _counter, ...draft } = attributed.draft
  const own = mayAttribute || isShared ? key : `${key}\n${user}`
  return {
    ...draft,
    id: idOf(organizationId, draft.type, own),
    user,
    billableTokens: draft.type === 'model_call' ? billableTokens(draft) : 0,
    ...measuresOfQuantity(draft.type, draft.name, draft.quantity),
  }
}

/**
 * Lines and active time are quantities, so that running totals of them become differences like all others. Whoever adds
 * up measures finds them there too.
 */
export function measuresOfQuantity(type: UsageType, name: string, quantity: number): Partial<UsageEvent> | undefined {
  if (type === 'active_time') return { durationMs: quantity }
  if (type !== 'line_change') return undefined
  return name === 'removed' ? { linesRemoved: quantity } : { linesAdded: quantity }
}

export function idOf(organizationId: string, type: UsageType, key: string): string {
  return hash('sha256', `${organizationId}\n${type}\n${key}`, 'hex').slice(0, 32)
}
