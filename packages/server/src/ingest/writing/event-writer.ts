import type { Database, Tx } from '../../database/database.ts'
import type { AppendResult, EventStore } from '../../events/event-store.ts'
import type { UsageEvent } from '../../events/usage-event.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { dayOf } from '../../platform/days.ts'
import * as quality from '../../quality/data-quality.ts'
import { sessionsOf, withoutCounted } from './counted-sessions.ts'
import { countsOf, type Delivery, daysOf, sizeOf } from './delivery.ts'
import { DirectWrites } from './direct-writes.ts'
import { noteTold, remaindersOfSessions, type ToldSessions } from './give-way.ts'
import { claimImported, withoutImported } from './imported-events.ts'
import { hasImported } from './imported-repository.ts'
import { holdOff } from './open-day-repository.ts'
import type { OpenDays } from './open-days.ts'
import { hasRelayed, lockClaims, relayedAmong, shareClaims } from './relayed-repository.ts'
import * as repository from './repository.ts'
import { rememberPoints, unsettledPoints } from './total-keeper.ts'
import { organizationsToSettle } from './total-repository.ts'

export interface Receipt {
  /** How many events are new. */
  readonly added: number
}

export interface EventWriter {
  /** How many events wait to be stored. */
  readonly waiting: number
  /** Resolves when the events are durable. Throws `unavailable` when too many wait. */
  write(organizationId: string, delivery: Delivery): Promise<Receipt>
  /** Stores what points of running totals add if their senders got no answer and did not come back. */
  settleTotals(): Promise<void>
  /** Runs `work`, which decides what of the organization's telemetry counts, while nothing of it is written. */
  whileClaiming<T>(organizationId: string, work: () => Promise<T>): Promise<T>
  /** Runs `work`, which locks out writers in Postgres, while nobody writes without asking there. */
  whilePausing<T>(work: () => Promise<T>): Promise<T>
}

interface WriterOptions {
  readonly database: Database
  readonly events: EventStore
  readonly clock: Clock
  /** Present if only this process writes to the store. */
  readonly openDays?: OpenDays | undefined
  /** The most events that may wait; further senders are told to come back. */
  readonly maxWaiting: number
}

interface Waiting extends Delivery {
  readonly receipt: PromiseWithResolvers<Receipt>
}

/** About the most events of one transaction: a longer one would make everybody behind it wait. */
const eventsAtOnce = 20_000

/**
 * Writes events so that an acknowledged one is never lost and its day is always computed. The day is marked in
 * Postgres, in a transaction that commits after the store has the events. If the process dies in between, the sender
 * got no answer and sends them again; the store recognises their ids. Nearly all events belong to days that are not
 * over. `openDays` marks those after the sender was answered, so that there is only one flush to wait for.
 *
 * Deliveries of an organization that arrive during a write are written together next.
 */
export function createEventWriter({ database, events, clock, openDays, maxWaiting }: WriterOptions): EventWriter {
  const queues = new Map<string, Waiting[]>()
  const writing = new Set<string>()
  const direct = new DirectWrites()
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
      const told: ToldSessions = new Map()
      const results = await storeBatch(organizationId, batch, points.length > 0, told)
      if (told.size > 0) await relayGivesWay(organizationId, told)
      // What points added is reported to the first sender of some.
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

  /** What agents report by other ways is stored before the relay’s events give way to it. */
  async function relayGivesWay(organizationId: string, told: ToldSessions): Promise<void> {
    const left = await remaindersOfSessions({ database, store: events, organizationId }, told)
    const delivery = { events: left, points: [], isOfRelay: true }
    if (left.length > 0) await storeBatch(organizationId, [delivery], false, new Map())
  }

  /** `told` gets the sessions of which the relay counted turns. */
  function storeBatch(
    organizationId: string,
    batch: readonly Delivery[],
    hasPoints: boolean,
    told: ToldSessions,
  ): Promise<AppendResult[]> {
    const days = daysOf(batch.map((delivery) => delivery.events))
    const today = dayOf(clock.now())
    // Imported events are recorded in the same transaction.
    const writes = hasPoints || batch.some(({ importedBy }) => importedBy)
    const isOpen = !writes && [...days].every((day) => day >= today)
    if (!openDays || !isOpen) return storeAndMark(organizationId, batch, hasPoints, told)
    return openDays.whileOpen(organizationId, days, async () => {
      const all = batch.map((delivery) => delivery.events)
      const result = await (direct.try(organizationId, () => append(organizationId, all)) ??
        underLocks(organizationId, batch, told))
      return { added: result.reduce((sum, { added }) => sum + added, 0), result }
    })
  }

  function storeAndMark(
    organizationId: string,
    batch: readonly Delivery[],
    hasPoints: boolean,
    told: ToldSessions,
  ): Promise<AppendResult[]> {
    const write = () => database.transaction((tx) => store(tx, organizationId, batch, hasPoints, told))
    return batch.some(({ importedBy }) => importedBy) ? direct.whileClaiming(organizationId, write) : write()
  }

  /**
   * This transaction only holds locks and changes nothing. So its end flushes nothing, the events stay stored however
   * it ends, and nobody waits for it.
   */
  function underLocks(organizationId: string, batch: readonly Delivery[], told: ToldSessions): Promise<AppendResult[]> {
    return new Promise((resolve, reject) => {
      database
        .transaction(async (tx) => {
          const [shares] = await Promise.all([sharesOf(tx, organizationId, batch, [], told), holdOff(tx)])
          resolve(await append(organizationId, shares))
        })
        .catch(reject)
    })
  }

  /** The events to store of each delivery, then of `ofPoints`. */
  async function sharesOf(
    tx: Tx,
    organizationId: string,
    batch: readonly Delivery[],
    ofPoints: readonly UsageEvent[],
    told: ToldSessions,
  ): Promise<(readonly UsageEvent[])[]> {
    // Takes the exclusive lock before the shared one: two transactions that share it and then both want it alone would
    // deadlock.
    if (batch.some(({ importedBy }) => importedBy)) await lockClaims(tx, organizationId)
    const all = [...batch.map((delivery) => (delivery.isOfRelay ? [] : delivery.events)), ofPoints]
    // One trip for all three; what is read is read under the lock. Many organizations have neither.
    const [, isRelayed, hasImports] = await Promise.all([
      shareClaims(tx, organizationId),
      hasRelayed(tx, organizationId),
      hasImported(tx, organizationId),
    ])
    if (!isRelayed && !hasImports) direct.notePlain(organizationId)
    const reported = isRelayed ? await withoutCounted(tx, organizationId, all) : all
    if (isRelayed) noteTold(told, await relayedAmong(tx, organizationId, sessionsOf(reported)), reported.flat())
    const ofTelemetry = reported.map((share, index) => (batch[index]?.importedBy ? [] : share))
    const sent = hasImports ? await withoutImported(tx, organizationId, ofTelemetry) : ofTelemetry
    const shares: (readonly UsageEvent[])[] = []
    for (const [index, share] of reported.entries()) {
      const { importedBy: users, isOfRelay, events: own = [] } = batch[index] ?? {}
      const importing = users && { store: events, organizationId, users, now: clock.now() }
      if (importing) shares.push(await claimImported(tx, importing, share))
      else shares.push(isOfRelay ? own : (sent[index] ?? []))
    }
    return shares
  }

  function append(organizationId: string, shares: readonly (readonly UsageEvent[])[]): Promise<AppendResult[]> {
    return Promise.all(shares.map((share) => events.append(organizationId, share)))
  }

  async function store(
    tx: Tx,
    organizationId: string,
    batch: readonly Delivery[],
    hasPoints: boolean,
    told: ToldSessions,
  ): Promise<AppendResult[]> {
    const now = clock.now()
    const unsettled = hasPoints ? await unsettledPoints(tx, organizationId) : undefined
    const shares = await sharesOf(tx, organizationId, batch, unsettled?.events ?? [], told)
    const computed = await repository.touch(tx, organizationId, daysOf(shares), now)
    const results = await append(organizationId, shares)
    await unsettled?.settle()
    await quality.add(tx, organizationId, dayOf(now), countsOf(results, computed))
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

    whileClaiming: (organizationId, work) => direct.whileClaiming(organizationId, work),
    whilePausing: (work) => direct.whileClosed(work),

    async settleTotals() {
      for (const organizationId of await organizationsToSettle(database)) {
        const told: ToldSessions = new Map()
        await database.transaction((tx) => store(tx, organizationId, [], true, told))
        if (told.size > 0) await relayGivesWay(organizationId, told)
      }
    },
  }
}

function busy(): AppError {
  return new AppError('unavailable', 'More telemetry is waiting to be stored than there is room for. Send it again.', {
    retryAfterSeconds: 2,
  })
}
