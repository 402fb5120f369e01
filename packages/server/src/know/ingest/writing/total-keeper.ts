import { hash } from 'node:crypto'
import type { Database, Tx } from '../../../ground/database/database.ts'
import { AppError } from '../../../ground/platform/app-error.ts'
import type { UsageEvent } from '../../events/usage-event.ts'
import { maxWaitingPoints } from '../bounds.ts'
import type { CounterPoint, EventDraft } from '../draft.ts'
import type { AttributedDraft } from './attributed-draft.ts'
import {
  addPoint,
  eventsToStore,
  isLater,
  pointOf,
  type RunningTotal,
  settled,
  type TotalEvent,
} from './running-totals.ts'
import * as repository from './total-repository.ts'

/** A point of a running total, with its total. */
export interface AttributedPoint {
  readonly series: string
  readonly counter: CounterPoint
  readonly draft: EventDraft
  readonly user: string
}

/** Finds the total of a point. A total belongs to its sender, and each start is a separate total. */
export function toPoint({ draft, user }: AttributedDraft, counter: CounterPoint): AttributedPoint {
  const whose = hash('sha256', `${user}\n${counter.startTimeNs}`, 'hex').slice(0, 32)
  return { series: `${counter.series}|${whose}`, counter, draft, user }
}

/**
 * Records points in a transaction of its own before their events are made, so that a later failure does not change what
 * each point is subtracted from. The next write of the organization stores their increases.
 */
export function rememberPoints(database: Database, organizationId: string, points: readonly AttributedPoint[]) {
  return database.transaction(async (tx) => {
    await repository.lock(tx, organizationId)
    const known = await repository.find(tx, organizationId, [...new Set(points.map(({ series }) => series))])
    const earlier = await earlierOf(
      tx,
      organizationId,
      points.filter(({ series }) => !known.has(series)),
    )
    const changed = new Map<string, RunningTotal>()
    for (const point of points) {
      const { series, draft } = point
      const total = changed.get(series) ?? known.get(series) ?? begin(point, earlier.get(point.counter.series))
      const { quantity, inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, timeMs } = draft
      const totals = { quantity, inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }
      const longer = addPoint(total, { timeNs: point.counter.timeNs, timeMs, ...totals })
      if (longer.points.length > maxWaitingPoints) throw tooManyPoints()
      if (longer !== total) changed.set(series, longer)
    }
    await repository.put(tx, organizationId, changed, false)
  })
}

interface Unsettled {
  readonly events: readonly UsageEvent[]
  /** Call it once the store has the events. Totals that changed meanwhile stay unsettled. */
  settle(): Promise<void>
}

/** Points of an organization's running totals that the store may lack. */
export async function unsettledPoints(database: Database, organizationId: string): Promise<Unsettled> {
  const totals = await repository.unsettled(database, organizationId)
  return {
    events: [...totals].flatMap(([series, total]) => eventsToStore(organizationId, series, total)),
    settle: () =>
      database.transaction(async (tx) => {
        await repository.lock(tx, organizationId)
        const now = await repository.find(tx, organizationId, [...totals.keys()])
        const same = [...totals].filter(([series, total]) => JSON.stringify(total) === JSON.stringify(now.get(series)))
        await repository.put(tx, organizationId, new Map(same.map(([series, total]) => [series, settled(total)])), true)
      }),
  }
}

/**
 * Adds points from the store to the totals in the database, which may lack them after a failover or restore. Changes to
 * later points are stored next.
 */
export function rememberStored(database: Database, organizationId: string, events: readonly UsageEvent[]) {
  const points = events.map((event) => ({ event, ...pointOf(event) }))
  return database.transaction(async (tx) => {
    await repository.lock(tx, organizationId)
    const known = await repository.find(tx, organizationId, [...new Set(points.map(({ series }) => series))])
    const changed = new Map<string, RunningTotal>()
    for (const { series, point, event } of points) {
      const total = changed.get(series) ??
        known.get(series) ?? { event: circumstancesOf(event), points: [], isCut: false }
      const longer = addPoint(total, point)
      if (longer !== total) changed.set(series, longer)
    }
    await repository.put(tx, organizationId, changed, false)
  })
}

function earlierOf(tx: Tx, organizationId: string, points: readonly AttributedPoint[]) {
  if (points.length === 0) return new Map<string, repository.EarlierPoint>()
  return repository.earlierPoints(tx, organizationId, [...new Set(points.map(({ counter }) => counter.series))])
}

/** A new total. If an earlier version of the service knew it, it continues from there. */
function begin({ counter, draft, user }: AttributedPoint, earlier: repository.EarlierPoint | undefined): RunningTotal {
  const event = circumstancesOf({ ...draft, user })
  if (!earlier || isLater(counter.startTimeNs, earlier.startTimeNs)) return { event, points: [], isCut: false }
  const { startTimeNs: _, ...point } = earlier
  return { event, points: [{ ...point, timeMs: Number(point.timeNs.slice(0, -6)), state: 'stored' }], isCut: true }
}

function circumstancesOf(from: Required<TotalEvent>): TotalEvent {
  const { user, session, client, type, name, detail, extra } = from
  const { agent, agentVersion, repository, branch, team, rawName } = from
  return { user, session, client, type, name, detail, extra, agent, agentVersion, repository, branch, team, rawName }
}

function tooManyPoints(): AppError {
  const detail = 'Too many points of a running total are waiting to be stored. Send it again.'
  return new AppError('unavailable', detail, { retryAfterSeconds: 30 })
}
