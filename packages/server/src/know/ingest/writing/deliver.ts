import type { Principal } from '../../../ground/platform/principal.ts'
import { mayAttribute, namesOf, userOf } from '../attribution.ts'
import type { EventDraft } from '../draft.ts'
import { toUsageEvent } from './attributed-draft.ts'
import type { EventWriter } from './event-writer.ts'
import { type AttributedPoint, toPoint } from './total-keeper.ts'
import type { UserDayBound } from './user-day-bound.ts'

interface Delivered {
  /** How many events are new. */
  readonly added: number
  /** Drafts that were not stored because their users have too many events on that day. */
  readonly refused: readonly EventDraft[]
}

/** Attributes drafts to users and stores them. Pass at most a thousand at once: more would delay other senders. */
export function createDeliver(writer: EventWriter, bound: UserDayBound) {
  async function deliverEvents(
    principal: Principal,
    drafts: readonly EventDraft[],
    isHistory: boolean,
  ): Promise<Delivered> {
    const { organizationId } = principal
    const attributes = mayAttribute(principal)
    const events = drafts.map((draft) =>
      toUsageEvent(organizationId, { draft, user: userOf(principal, draft), mayAttribute: attributes }),
    )
    const refused = await bound.refused(organizationId, events)
    const admitted = refused.size === 0 ? events : events.filter((_, place) => !refused.has(place))
    const { added } = await writer.write(organizationId, {
      events: admitted,
      points: [],
      importedBy: isHistory ? namesOf(principal) : undefined,
    })
    return { added, refused: [...refused].flatMap((place) => drafts[place] ?? []) }
  }

  /** Points need no limit here: each export of a total is one event. */
  async function deliverPoints(principal: Principal, drafts: readonly EventDraft[]): Promise<number> {
    const attributes = mayAttribute(principal)
    const points: AttributedPoint[] = drafts.flatMap((draft) => {
      const attributed = { draft, user: userOf(principal, draft), mayAttribute: attributes }
      return draft.counter ? [toPoint(attributed, draft.counter)] : []
    })
    return (await writer.write(principal.organizationId, { events: [], points })).added
  }

  /** After a failure some events may be stored; sending them again is idempotent. */
  return async (principal: Principal, drafts: readonly EventDraft[], isHistory = false): Promise<Delivered> => {
    const counters = drafts.filter(({ counter }) => counter !== undefined)
    const ofCounters = counters.length === 0 ? 0 : await deliverPoints(principal, counters)
    const others = counters.length === 0 ? drafts : drafts.filter(({ counter }) => counter === undefined)
    const { added, refused } = await deliverEvents(principal, others, isHistory)
    return { added: ofCounters + added, refused }
  }
}
