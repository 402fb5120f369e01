import { type UsageEvent, unreported } from '../../events/usage-event.ts'
import { keptPoints } from '../bounds.ts'
import { billableTokens } from '../draft.ts'
import { idOf, measuresOfQuantity } from './attributed-draft.ts'

const amounts = ['quantity', 'inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens'] as const
export type Amounts = Pick<UsageEvent, (typeof amounts)[number]>

/** The common fields of all events of a running total. Totals of earlier versions have no circumstances. */
export type TotalEvent = Pick<UsageEvent, 'user' | 'session' | 'client' | 'type' | 'name' | 'detail' | 'extra'> &
  Partial<Pick<UsageEvent, 'agent' | 'agentVersion' | 'repository' | 'branch' | 'team' | 'rawName'>>

/**
 * `new`: the store may lack it. `stored`: the store has it. `changed`: the store may have it with another difference,
 * because an earlier point arrived late.
 */
type PointState = 'new' | 'stored' | 'changed'

interface TotalPoint extends Amounts {
  readonly timeNs: string
  readonly timeMs: number
  readonly state: PointState
}

/** A total that grows from the time when its sender began to count. */
export interface RunningTotal {
  readonly event: TotalEvent
  /** Sorted by time. If earlier points were dropped, the first is only the base for the next difference. */
  readonly points: readonly TotalPoint[]
  readonly isCut: boolean
}

/**
 * Adds a point to a total. The result does not depend on the order of arrival: the increase of a late point is taken
 * from the point after it.
 */
export function addPoint(total: RunningTotal, point: Omit<TotalPoint, 'state'>): RunningTotal {
  const { points, isCut } = total
  const place = points.findIndex((known) => !isLater(point.timeNs, known.timeNs))
  const at = place === -1 ? points.length : place
  if (points[at]?.timeNs === point.timeNs || (at === 0 && isCut)) return total
  const after = points.slice(at).map((known, index) => (index === 0 ? { ...known, state: 'changed' as const } : known))
  return { ...total, points: [...points.slice(0, at), { ...point, state: 'new' }, ...after] }
}

/** The events that the store may lack. Their ids are made only of the point, so that the smallest difference counts. */
export function eventsToStore(organizationId: string, series: string, total: RunningTotal): UsageEvent[] {
  return total.points.flatMap((point, index) => {
    if (point.state === 'stored') return []
    const { quantity, ...tokens } = differenceOf(point, total.points[index - 1])
    const isNothing = quantity + tokens.inputTokens + tokens.outputTokens === 0
    if (isNothing && point.state === 'new') return []
    const { event } = total
    const id = idOf(organizationId, event.type, `${series}|${point.timeNs}`)
    const billable = event.type === 'model_call' ? billableTokens(tokens) : 0
    const measures = measuresOfQuantity(event.type, event.name, quantity)
    const { timeMs } = point
    const stored = { quantity, ...tokens, billableTokens: billable, ...measures, total: textOfPoint(series, point) }
    return [{ ...unreported, id, timeMs, ...event, ...stored }]
  })
}

/** A point as text for its event, so that the total can be rebuilt from the store alone. */
function textOfPoint(series: string, point: TotalPoint): string {
  return JSON.stringify([series, point.timeNs, ...amounts.map((amount) => point[amount])])
}

/** Parses the series and the point in an event of a running total. */
export function pointOf({ total, timeMs }: UsageEvent) {
  const [series, timeNs, ...values] = JSON.parse(total) as [string, string, ...number[]]
  const given = Object.fromEntries(amounts.map((amount, index) => [amount, values[index] ?? 0])) as unknown as Amounts
  return { series, point: { timeNs, timeMs, ...given } }
}

/** The total after the store has all of its points, without the oldest points. */
export function settled(total: RunningTotal): RunningTotal {
  // A late point that is older than all kept points adds nothing: they already include it.
  const kept = total.points.slice(-keptPoints)
  return {
    ...total,
    points: kept.map((point) => ({ ...point, state: 'stored' })),
    isCut: total.isCut || kept.length < total.points.length,
  }
}

/** A total that decreased without a new start counts from zero. */
function differenceOf(point: Amounts, before: Amounts | undefined): Amounts {
  const { quantity, inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = point
  const whole = { quantity, inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }
  if (before === undefined || amounts.some((amount) => point[amount] < before[amount])) return whole
  return {
    quantity: quantity - before.quantity,
    inputTokens: inputTokens - before.inputTokens,
    outputTokens: outputTokens - before.outputTokens,
    cacheReadTokens: cacheReadTokens - before.cacheReadTokens,
    cacheWriteTokens: cacheWriteTokens - before.cacheWriteTokens,
  }
}

/** Compares two numbers of nanoseconds in decimal digits. */
export function isLater(a: string, b: string): boolean {
  return a.length === b.length ? a > b : a.length > b.length
}
