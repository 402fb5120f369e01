import type { DeletedEvents } from '@muster/contract/analytics-status'
import { recordChange } from '../../govern/audit/service.ts'
import { addressesOf } from '../../govern/people/address-owners.ts'
import type { Database } from '../../ground/database/database.ts'
import { AppError, invalid } from '../../ground/platform/app-error.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import type { Ids } from '../../ground/platform/ids.ts'
import type { Log } from '../../ground/platform/log.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { EventStore } from '../events/event-store.ts'
import { type DayRange, parseDays } from './dates.ts'
import * as repository from './deletion-repository.ts'
import { reopen } from './repository.ts'

export interface Deletions {
  /** Resolves when the events are deleted. The batch computes their days again. */
  order(principal: Principal, query: DeletionQuery): Promise<DeletedEvents>
  /**
   * Carries out orders that an earlier process or an outage left undone. A failed order is logged, does not stop the
   * others, and is retried later.
   */
  carryOutLeft(organizationId: string | null): Promise<void>
}

export interface DeletionQuery extends DayRange {
  readonly userEmail?: string
  readonly userId?: string
}

const pauseMs = 10 * 60_000

interface DeletionOptions {
  readonly database: Database
  readonly events: EventStore
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** Resolves when the database knows every day that has events. */
  readonly settle: () => Promise<void>
}

/**
 * Deletes usage events. It stores the order with its audit entry, then deletes the events and reopens their days. If it
 * is interrupted, the batch carries out the remaining orders.
 */
export function createDeletions({ database, events, clock, ids, log, settle }: DeletionOptions): Deletions {
  let pausedUntil = 0
  /** Orders that `order` is carrying out itself. */
  const underWay = new Set<string>()

  /** All names that a person's events may carry; `null` for everybody. */
  async function usersOf(organizationId: string, { userEmail, userId }: DeletionQuery): Promise<string[] | null> {
    if (userEmail !== undefined && userId !== undefined) {
      throw invalid('userId', 'must not be given beside userEmail')
    }
    const name = userEmail?.toLowerCase() ?? userId
    if (name === undefined) return null
    const member = await repository.member(database, organizationId, name)
    const email = `e:${name}`
    if (member) {
      const further = await addressesOf(database, organizationId, member.id)
      return [`u:${member.id}`, ...[member.email_key, ...further].map((address) => `e:${address}`)]
    }
    return userEmail === undefined ? [email, `u:${name}`, `a:${name}`] : [email]
  }

  async function daysOf(organizationId: string, users: readonly string[] | null, range: DayRange): Promise<string[]> {
    const { startDate, endDate } = range
    if (users === null) return repository.daysBetween(database, organizationId, startDate, endDate)
    const days = await Promise.all(users.map((user) => events.daysOf(organizationId, user)))
    return [...new Set(days.flat())].filter((day) => day >= startDate && day <= endDate).sort()
  }

  /**
   * Resolves with the number of deleted events, or with `undefined` if another node carries the order out or has done
   * so. The order is locked meanwhile: a second deletion could remove events that were sent after the first.
   */
  function carryOut(order: repository.DeletionRow): Promise<number | undefined> {
    const { organization_id, start_day, end_day, users, days } = order
    return database.transaction(async (tx) => {
      if (!(await repository.lock(tx, order))) return undefined
      const deleted = await events.remove(organization_id, { from: start_day, to: end_day, users })
      await reopen(tx, organization_id, days, clock.now())
      await repository.forgetRecordsOf(tx, order)
      await repository.remove(tx, order)
      return deleted
    })
  }

  return {
    async order(principal, query) {
      const { startDate, endDate } = parseDays(query)
      const { organizationId } = principal
      const users = await usersOf(organizationId, query)
      await settle()
      const days = await daysOf(organizationId, users, query)
      const row = { organization_id: organizationId, start_day: startDate, end_day: endDate, users, days }
      const order = { id: ids.uuid(), ...row }
      underWay.add(order.id)
      try {
        await database.transaction(async (tx) => {
          await repository.insert(tx, order)
          await recordChange(
            { tx, principal, now: clock.now() },
            {
              action: 'usage_events.delete',
              target: { type: 'organization', id: organizationId },
              changes: { startDate, endDate, userEmail: query.userEmail ?? null, userId: query.userId ?? null },
            },
          )
        })
        const deletedEvents = await carryOut(order)
        if (deletedEvents === undefined) throw deletedElsewhere()
        return { deletedEvents, days }
      } finally {
        underWay.delete(order.id)
      }
    },

    async carryOutLeft(organizationId) {
      if (organizationId === null && clock.now() < pausedUntil) return
      for (const order of await repository.list(database, organizationId)) {
        if (underWay.has(order.id)) continue
        try {
          await carryOut(order)
        } catch (error) {
          pausedUntil = clock.now() + pauseMs
          log.warn({ err: error, organizationId: order.organization_id }, 'events that are to be deleted are not yet')
        }
      }
    },
  }
}

function deletedElsewhere(): AppError {
  const detail = 'Another node deletes these events. Ask again in a moment to see that none is left.'
  return new AppError('unavailable', detail, { retryAfterSeconds: 5 })
}
