import { hash } from 'node:crypto'
import type { UsageEvent, UsageType } from '../../events/usage-event.ts'
import { billableTokens, type EventDraft } from '../draft.ts'

/** A draft with its user. */
export interface AttributedDraft {
  readonly draft: EventDraft
  /** As in `UsageEvent`. */
  readonly user: string
  /** Whether the sender may report for others. */
  readonly mayAttribute: boolean
}

/**
 * The id is a hash of the key and the organization, so every delivery of an event has the same id. For a sender that
 * reports only for itself it also includes the user, so that no user can replace an event of another.
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
 * Lines and active time are stored as quantities, so that their running totals become differences like all others. This
 * adds them to the measures, too.
 */
export function measuresOfQuantity(type: UsageType, name: string, quantity: number): Partial<UsageEvent> | undefined {
  if (type === 'active_time') return { durationMs: quantity }
  if (type !== 'line_change') return undefined
  return name === 'removed' ? { linesRemoved: quantity } : { linesAdded: quantity }
}

export function idOf(organizationId: string, type: UsageType, key: string): string {
  return hash('sha256', `${organizationId}\n${type}\n${key}`, 'hex').slice(0, 32)
}
