import type { AppendResult } from '../../events/event-store.ts'
import type { UsageEvent } from '../../events/usage-event.ts'
import { dayMs, dayOf } from '../../platform/days.ts'
import type { Count } from '../../quality/data-quality.ts'
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

/** Formats each day once: formatting the day of every event takes longer than reading it. */
export function daysOf(shares: readonly (readonly UsageEvent[])[]): Set<string> {
  const numbers = new Set<number>()
  for (const share of shares) for (const { timeMs } of share) numbers.add(Math.floor(timeMs / dayMs))
  return new Set([...numbers].map((number) => dayOf(number * dayMs)))
}

export function countsOf(results: readonly AppendResult[], computed: ReadonlySet<string>): Count[] {
  let accepted = 0
  let late = 0
  for (const { addedByDay } of results) {
    for (const [day, count] of addedByDay) {
      accepted += count
      if (computed.has(day)) late += count
    }
  }
  return [
    { kind: 'accepted', reason: '', count: accepted },
    { kind: 'late', reason: '', count: late },
  ]
}
