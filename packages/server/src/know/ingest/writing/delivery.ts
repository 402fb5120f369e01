import type { UsageEvent } from '../../events/usage-event.ts'
import type { AttributedPoint } from './total-keeper.ts'

export interface Delivery {
  readonly events: readonly UsageEvent[]
  /** Points of running totals. The increase of each depends on the points before it. */
  readonly points: readonly AttributedPoint[]
  /** True if the events come from the relay, which has already compared them with telemetry. */
  readonly isOfRelay?: boolean
  /** Set if the events come from an agent's history: the names of its user. */
  readonly importedBy?: readonly string[] | undefined
}

export function sizeOf(delivery: Delivery | undefined): number {
  return delivery === undefined ? 0 : delivery.events.length + delivery.points.length
}
