import type { Database, Tx } from '../database/database.ts'
import type { AppendResult, EventStore } from '../events/event-store.ts'
import { dayMs, dayOf, type UsageEvent } from '../events/usage-event.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import * as quality from '../quality/data-quality.ts'
import { type AttributedDraft, toUsageEvent } from './attributed-draft.ts'
import { advanceCounter, type CounterState } from './counters.ts'
import * as repository from './repository.ts'

export interface Delivery {
  readonly events: readonly UsageEvent[]
  /** Points of cumulative counters; what each adds is known only in the order in which they are stored. */
  readonly counters: readonly AttributedDraft[]
}

export interface Receipt {
  /** How many events are new. */
  readonly added: number
}

export type EventWriter = ReturnType<typeof createEventWriter>

interface WriterOptions {
  readonly database: Database
  readonly events: EventStore
  readonly clock: Clock
  /** So many events may wait; more senders are asked to come back. */
  readonly maxWaiting: number
}

interface Waiting extends Delivery {
  readonly receipt: PromiseWithResolvers<Receipt>
}

/** Up to about so many events are written in one transaction: one that takes long makes everybody behind it wait. */
const eventsAtOnce = 20_000

/**
 * Writes events so that an acknowledged one is never lost and its day is always computed: the day is marked in Postgres
 * in a transaction that is committed after the store has the events. Should the process die in between, the sender was
 * not answered and sends them again; the store knows them by their ids.
 *
 * Deliveries for an organization that arrive while one is being written are written together next.
 */
export function createEventWriter({ database, events, clock, maxWaiting }: WriterOptions) {
  const queues = new Map<string, Waiting[]>()
  const writing = new Set<string>()
  let waiting = 0

  async function drain(organizationId: string): Promise<void> {
    if (writing.has(organizationId)) return
    writing.add(organizationId)
    try {
      for (let batch = takeBatch(organizationId); batch.length > 0; batch = takeBatch(organizationId)) {
        await write(organizationId, batch)
      }
    } finally {
      writing.delete(organizationId)
      queues.delete(organizationId)
    }
  }

  function takeBatch(organizationId: string): Waiting[] {
    const queue = queues.get(organizationId) ?? []
    let size = 0
    let count = 0
    while (count < queue.length && size < eventsAtOnce) size += sizeOf(queue[count++])
    return queue.splice(0, count)
  }

  async function write(organizationId: string, batch: readonly Waiting[]): Promise<void> {
    try {
      const receipts = await database.transaction((tx) => store(tx, organizationId, batch))
      for (const [index, { receipt }] of batch.entries()) receipt.resolve({ added: receipts[index]?.added ?? 0 })
    } catch (error) {
      for (const { receipt } of batch) receipt.reject(error)
    } finally {
      for (const delivery of batch) waiting -= sizeOf(delivery)
    }
  }

  async function store(tx: Tx, organizationId: string, batch: readonly Delivery[]): Promise<AppendResult[]> {
    const now = clock.now()
    const differences = await takeDifferences(tx, organizationId, batch)
    const shares = batch.map(({ events: given }, index) => together(given, differences[index] ?? []))
    const days = daysOf(shares)
    const computed = await repository.touch(tx, organizationId, days, now)
    const results = await Promise.all(shares.map((share) => events.append(organizationId, share)))
    // A commit that turns out to be older leaves a day that none of the events is of.
    const others = new Set(results.flatMap((result) => [...result.days])).difference(days)
    await repository.touch(tx, organizationId, others, now)
    await quality.add(tx, organizationId, dayOf(now), countsOf(results, computed))
    return results
  }

  return {
    /** Resolves when the events are durable. */
    write(organizationId: string, delivery: Delivery): Promise<Receipt> {
      const size = sizeOf(delivery)
      if (size === 0) return Promise.resolve({ added: 0 })
      if (waiting + size > maxWaiting && waiting > 0) throw busy()
      const receipt = Promise.withResolvers<Receipt>()
      waiting += size
      const queue = queues.get(organizationId) ?? []
      queue.push({ ...delivery, receipt })
      queues.set(organizationId, queue)
      setImmediate(() => void drain(organizationId))
      return receipt.promise
    },
  }
}

function together<T>(some: readonly T[], more: readonly T[]): readonly T[] {
  return more.length === 0 ? some : [...some, ...more]
}

/** Named only once they are told apart: to write out the day of every event takes longer than to read it. */
function daysOf(shares: readonly (readonly UsageEvent[])[]): Set<string> {
  const numbers = new Set<number>()
  for (const share of shares) for (const { timeMs } of share) numbers.add(Math.floor(timeMs / dayMs))
  return new Set([...numbers].map((number) => dayOf(number * dayMs)))
}

function countsOf(results: readonly AppendResult[], computed: ReadonlySet<string>): quality.Count[] {
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

/** What each point of a running total adds to the one before it, as events, for each delivery. */
async function takeDifferences(tx: Tx, organizationId: string, batch: readonly Delivery[]): Promise<UsageEvent[][]> {
  const events: UsageEvent[][] = batch.map(() => [])
  const points = batch.flatMap(({ counters }, index) => counters.map((point) => ({ ...point, index })))
  if (points.length === 0) return events
  const seriesOf = ({ draft }: AttributedDraft) => draft.counter?.series ?? ''
  const last = await repository.lastPoints(tx, organizationId, [...new Set(points.map(seriesOf))])
  const changed = new Map<string, CounterState>()
  for (const point of points.toSorted((a, b) => a.draft.timeMs - b.draft.timeMs)) {
    const series = seriesOf(point)
    const { draft, state } = advanceCounter(point.draft, changed.get(series) ?? last.get(series))
    changed.set(series, state)
    if (draft) events[point.index]?.push(toUsageEvent(organizationId, { draft, user: point.user }))
  }
  await repository.putLastPoints(tx, organizationId, changed)
  return events
}

function sizeOf(delivery: Delivery | undefined): number {
  return delivery === undefined ? 0 : delivery.events.length + delivery.counters.length
}

function busy(): AppError {
  return new AppError('unavailable', 'More telemetry is waiting to be stored than there is room for. Send it again.', {
    retryAfterSeconds: 2,
  })
}
