import { earliestDay } from '@muster/contract/analytics'
import {
  type AnalyticsStatus,
  type ComputedDay,
  type DataQuality,
  type FailingDay,
  maxUnknownTools,
  type PendingDay,
} from '@muster/contract/analytics-status'
import { addDays, startOf } from '../../ground/platform/days.ts'
import { yesterday } from './dates.ts'
import { toFailing } from './failing-days.ts'
import type { DayState } from './repository.ts'

interface QualityTotal {
  readonly kind: string
  readonly agent: string
  readonly reason: string
  readonly count: number
  readonly since: string
}

/** `states` are the states of days before today, oldest first. */
export function statusOf(
  states: readonly DayState[],
  totals: readonly QualityTotal[],
  acceptedEvents: number,
  nowMs: number,
): AnalyticsStatus {
  const pendingDays = states.filter((state) => state.is_pending).map(toPending)
  const [firstPending] = pendingDays
  const isAnyComputed = states.some((state) => state.computed_at !== null)
  const last = firstPending === undefined ? yesterday(nowMs) : addDays(firstPending.day, -1)
  return {
    completeThrough: isAnyComputed && last >= earliestDay ? last : null,
    pendingDays,
    failingDays: states.flatMap(toFailingDay),
    saturatedDays: states.filter((state) => state.is_saturated).map(({ day }) => day),
    computedDays: states.flatMap(toComputed).reverse(),
    dataQuality: { ...qualityOf(totals, nowMs), acceptedEvents, foldedNames: states.flatMap(toFolded) },
  }
}

function toPending({ day, computed_at, pending_since }: DayState): PendingDay {
  const since = pending_since ?? computed_at ?? startOf(addDays(day, 1))
  return { day, reason: computed_at === null ? 'new' : 'reopened', since: new Date(since).toISOString() }
}

function toFailingDay({ day, is_pending, failures, failure, failed_at, next_try_at }: DayState): FailingDay[] {
  if (!is_pending || failure === null || failed_at === null || next_try_at === null) return []
  return [toFailing({ day, failures, failure, failed_at, next_try_at })]
}

export function toComputed({ day, computed_at }: Pick<DayState, 'day' | 'computed_at'>): ComputedDay[] {
  return computed_at === null ? [] : [{ day, computedAt: new Date(computed_at).toISOString() }]
}

function qualityOf(
  totals: readonly QualityTotal[],
  nowMs: number,
): Omit<DataQuality, 'acceptedEvents' | 'foldedNames'> {
  const of = (kind: string) => totals.filter((total) => total.kind === kind)
  const sum = (some: readonly QualityTotal[]) => some.reduce((total, { count }) => total + count, 0)
  const quarantined = of('quarantined')
  const [allUnknown, named] = [
    of('unknown_tool').filter(({ reason }) => reason === ''),
    of('unknown_tool').filter(({ reason }) => reason !== ''),
  ]
  return {
    since: totals.map(({ since }) => since).toSorted()[0] ?? new Date(nowMs).toISOString().slice(0, 10),
    lateEvents: sum(of('late')),
    quarantinedEvents: sum(quarantined),
    quarantinedByReason: byReason(quarantined),
    byAgentAndReason: totals.flatMap(toAgentAndReason),
    unknownToolCalls: sum(allUnknown),
    unknownTools: named.slice(0, maxUnknownTools).map(({ reason, count }) => ({ rawName: reason, count })),
  }
}

function byReason(quarantined: readonly QualityTotal[]): DataQuality['quarantinedByReason'] {
  const counts = new Map<string, number>()
  for (const { reason, count } of quarantined) counts.set(reason, (counts.get(reason) ?? 0) + count)
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count)
}

const outcomes = new Map<string, DataQuality['byAgentAndReason'][number]['outcome']>([
  ['quarantined', 'refused'],
  ['changed', 'changed'],
  ['passed_over', 'passed_over'],
])

function toAgentAndReason({ kind, agent, reason, count }: QualityTotal): DataQuality['byAgentAndReason'] {
  const outcome = outcomes.get(kind)
  return outcome === undefined ? [] : [{ outcome, agent, reason, count }]
}

function toFolded({ day, folded_names }: DayState): DataQuality['foldedNames'] {
  return (folded_names ?? []).map(({ kind, names }) => ({ day, kind, names }))
}
