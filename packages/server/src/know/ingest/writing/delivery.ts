import type { UsageEvent } from '../../events/usage-event.ts'
import type { AttributedPoint } from './total-keeper.ts'

export interface Delivery {
  readonly events: readonly UsageEvent[]
  /** Points of running totals. What each adds depends on the points before it. */
  readonly points: readonly AttributedPoint[]
  /** They come from the relay, which has already checked whether telemetry counts them. */
  readonly isOfRelay?: boolean
  /** They come from the history of an agent. These are the names of its user. */
  readonly importedBy?: readonly string[] | undefined
}

export function sizeOf(delivery: Delivery | undefined): number {
  return delivery === undefined ? 0 : delivery.events.length + delivery.points.length
}
