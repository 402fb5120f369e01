import type { Database } from '../../../ground/database/database.ts'
import { AppError } from '../../../ground/platform/app-error.ts'
import type { Clock } from '../../../ground/platform/clock.ts'
import type { AppendResult, EventStore } from '../../events/event-store.ts'
import type { UsageEvent } from '../../events/usage-event.ts'
import type { ChangedDays } from './changed-days.ts'
import { createCompareSources } from './compare-sources.ts'
import { type Delivery, sizeOf } from './delivery.ts'
import { rememberPoints, unsettledPoints } from './total-keeper.ts'
import { organizationsToSettle } from './total-repository.ts'

export interface Receipt {
  /** How many events are new. */
  readonly added: number
}

export interface EventWriter {
  /** How many events wait to be stored. */
  readonly waiting: number
  /** Resolves when the events are durable. Throws `unavailable` if too many are waiting. */
  write(organizationId: string, delivery: Delivery): Promise<Receipt>
  /** Stores the increases of running totals whose senders got no answer and did not retry. */
  settleTotals(): Promise<void>
}

interface WriterOptions {
  readonly database: Database
  readonly events: EventStore
  readonly clock: Clock
  readonly changedDays: ChangedDays
  /** The most events that may wait; beyond it, senders are told to retry. */
  readonly maxWaiting: number
}

interface Waiting extends Delivery {
  readonly receipt: PromiseWithResolvers<Receipt>
}

/** The approximate number of events in one write: a larger one would delay all deliveries after it. */
const eventsAtOnce = 20_000

/**
 * Writes events so that no acknowledged event is lost and its day is always computed: the store flushes them, then the
 * days are recorded in the database, and no transaction is open meanwhile. If the process dies in between,
 * `reconcile.ts` finds the days in the store.
 *
 * Deliveries of an organization that arrive during a write are written together next.
 */
export function createEventWriter(options: WriterOptions): EventWriter {
  const { database, events, clock, changedDays, maxWaiting } = options
  const sources = createCompareSources({ database, store: events, clock })
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
      const points = batch.flatMap((delivery) => delivery.points)
      if (points.length > 0) await rememberPoints(database, organizationId, points)
      const results = await store(organizationId, batch, points.length > 0)
      // The count of events from points is reported to the first delivery that has points.
      let ofPoints = results.at(batch.length)?.added ?? 0
      for (const [index, delivery] of batch.entries()) {
        const added = (results[index]?.added ?? 0) + (delivery.points.length > 0 ? ofPoints : 0)
        if (delivery.points.length > 0) ofPoints = 0
        delivery.receipt.resolve({ added })
      }
    } catch (error) {
      for (const { receipt } of batch) receipt.reject(error)
    } finally {
      for (const delivery of batch) waiting -= sizeOf(delivery)
    }
  }

  /** Resolves with the result of each delivery, then with that of the points that the store may have lacked. */
  async function store(
    organizationId: string,
    batch: readonly Delivery[],
    hasPoints: boolean,
  ): Promise<AppendResult[]> {
    const unsettled = hasPoints ? await unsettledPoints(database, organizationId) : undefined
    const shares = await sources.toStore(organizationId, batch, unsettled?.events ?? [])
    const results = await append(organizationId, shares)
    const corrections = await sources.corrections(organizationId, batch, shares)
    if (corrections.length > 0) await append(organizationId, [corrections])
    await unsettled?.settle()
    return results
  }

  async function append(organizationId: string, shares: readonly (readonly UsageEvent[])[]): Promise<AppendResult[]> {
    const results = await Promise.all(shares.map((share) => events.append(organizationId, share)))
    await changedDays.note(organizationId, results)
    return results
  }

  return {
    get waiting() {
      return waiting
    },

    write(organizationId, delivery) {
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

    async settleTotals() {
      for (const organizationId of await organizationsToSettle(database)) {
        await store(organizationId, [], true)
      }
    },
  }
}

function busy(): AppError {
  return new AppError('unavailable', 'More telemetry is waiting to be stored than there is room for. Send it again.', {
    retryAfterSeconds: 2,
  })
}
