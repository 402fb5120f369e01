import type { Database, Tx } from '../database/database.ts'
import type { EventStore } from '../events/event-store.ts'
import { dayOf, type UsageEvent } from '../events/usage-event.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import { type AttributedDraft, toUsageEvent } from './attributed-draft.ts'
import { advanceCounter, type CounterState } from './counters.ts'
import * as repository from './repository.ts'

export interface Delivery {
  readonly events: readonly UsageEvent[]
  /** Points of cumulative counters; what each adds is known only in the order in which they are stored. */
  readonly counters: readonly AttributedDraft[]
}

export interface Receipt {
  /** Ids that were stored before. */
  readonly duplicates: ReadonlySet<string>
}

export type EventWriter = ReturnType<typeof createEventWriter>

interface WriterOptions {
  readonly database: Database
  readonly events: EventStore
  readonly clock: Clock
  /** More than this may not wait; senders are asked to come back. */
  readonly maxWaiting: number
}

interface Waiting extends Delivery {
  readonly receipt: PromiseWithResolvers<Receipt>
}

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

  /** Up to about 20,000 events: a commit that takes long would make everybody behind it wait. */
  function takeBatch(organizationId: string): Waiting[] {
    const queue = queues.get(organizationId) ?? []
    let size = 0
    let count = 0
    while (count < queue.length && size < 20_000) size += sizeOf(queue[count++])
    return queue.splice(0, count)
  }

  async function write(organizationId: string, batch: readonly Waiting[]): Promise<void> {
    try {
      const receipt = await store(organizationId, {
        events: batch.flatMap((delivery) => delivery.events),
        counters: batch.flatMap((delivery) => delivery.counters),
      })
      for (const delivery of batch) delivery.receipt.resolve(receipt)
    } catch (error) {
      for (const delivery of batch) delivery.receipt.reject(error)
    } finally {
      for (const delivery of batch) waiting -= sizeOf(delivery)
    }
  }

  function store(organizationId: string, delivery: Delivery): Promise<Receipt> {
    return database.transaction(async (tx) => {
      const counted = await takeDifferences(tx, organizationId, delivery.counters)
      const all = counted.length === 0 ? delivery.events : [...delivery.events, ...counted]
      const days = new Set(all.map((event) => dayOf(event.timeMs)))
      if (days.size === 0) return { duplicates: new Set<string>() }
      await repository.touch(tx, organizationId, [...days], clock.now())
      return events.append(organizationId, all)
    })
  }

  return {
    /** Resolves when the events are durable. */
    write(organizationId: string, delivery: Delivery): Promise<Receipt> {
      const size = sizeOf(delivery)
      if (size === 0) return Promise.resolve({ duplicates: new Set() })
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

/** What each point of a running total adds to the one before it, as events. */
async function takeDifferences(
  tx: Tx,
  organizationId: string,
  points: readonly AttributedDraft[],
): Promise<UsageEvent[]> {
  if (points.length === 0) return []
  const seriesOf = ({ draft }: AttributedDraft) => draft.counter?.series ?? ''
  const last = await repository.lastPoints(tx, organizationId, [...new Set(points.map(seriesOf))])
  const changed = new Map<string, CounterState>()
  const events: UsageEvent[] = []
  for (const point of points.toSorted((a, b) => a.draft.timeMs - b.draft.timeMs)) {
    const series = seriesOf(point)
    const { draft, state } = advanceCounter(point.draft, changed.get(series) ?? last.get(series))
    changed.set(series, state)
    if (draft) events.push(toUsageEvent(organizationId, { draft, user: point.user }))
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
