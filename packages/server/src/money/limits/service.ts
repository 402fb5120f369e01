import type { SetUserLimits, SetUserLimitsResult, UserLimit } from '@muster/contract/limits'
import type { Pagination } from '@muster/contract/pagination'
import type { Change } from '../../govern/audit/change.ts'
import { recordChange } from '../../govern/audit/service.ts'
import type { Database, Handle } from '../../ground/database/database.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import { oldestFirst } from '../../ground/platform/keyset.ts'
import { type PageQuery, parsePage, toPage } from '../../ground/platform/page.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import { monthOf } from './month.ts'
import * as repository from './repository.ts'

export interface Limits {
  list(principal: Principal, query: PageQuery): Promise<{ users: UserLimit[]; pagination: Pagination }>
  /** The credits that the caller has used this month. */
  ofCaller(principal: Principal): Promise<{ month: string; used: number; limit: number | null }>
  /** A faulty entry does not affect the others. */
  set(change: Change, wanted: SetUserLimits): Promise<SetUserLimitsResult>
  /** Returns whether the month's credits of a user are used up. */
  areUsedUp(handle: Handle, organizationId: string, userId: string, now: number): Promise<boolean>
}

export function createLimits({ database, clock }: { database: Database; clock: Clock }): Limits {
  return {
    async list(principal, query) {
      const name = `limits:${principal.organizationId}`
      const { limit, after } = parsePage(name, query, oldestFirst)
      const rows = await repository.list(database, principal.organizationId, {
        month: monthOf(clock.now()),
        after,
        limit: limit + 1,
      })
      const page = toPage(name, limit, rows, (row) => [row.created_at, row.user_id])
      return {
        users: page.rows.map(({ email, credits, used }) => ({ email, limit: credits, used })),
        pagination: page.pagination,
      }
    },

    async ofCaller({ organizationId, userId }) {
      const month = monthOf(clock.now())
      const { credits, used } = await repository.ofMonth(database, organizationId, userId, month)
      return { month, used, limit: credits }
    },

    async set(change, { users }) {
      const { tx, principal } = change
      const keys = users.map(({ email }) => email.toLowerCase())
      const known = await repository.findAndLockUsers(tx, principal.organizationId, keys)
      const idOf = new Map(known.map((user) => [user.email_key, user.id]))
      const seen = new Set<string>()
      const limits = new Map<string, number>()
      const removed: string[] = []
      const result: SetUserLimitsResult = { updated: [], errors: [] }

      for (const { email, limit } of users) {
        const key = email.toLowerCase()
        const userId = idOf.get(key)
        if (seen.has(key)) {
          result.errors.push({ email, error: 'This e-mail is in the list twice; only its first entry counts.' })
        } else if (userId === undefined) {
          result.errors.push({ email, error: 'No user of the organization has this e-mail.' })
        } else if (limit !== null && limit < 0) {
          result.errors.push({ email, error: 'A limit cannot be negative. Use 0 to stop all use, null for no limit.' })
        } else {
          if (limit === null) removed.push(userId)
          else limits.set(userId, limit)
          result.updated.push({ email, limit })
        }
        seen.add(key)
      }

      if (limits.size > 0) await repository.upsert(tx, principal.organizationId, limits)
      if (removed.length > 0) await repository.remove(tx, principal.organizationId, removed)
      if (result.updated.length > 0) {
        await recordChange(change, {
          action: 'limits.set',
          target: { type: 'organization', id: principal.organizationId },
          changes: { users: result.updated },
        })
      }
      return result
    },

    async areUsedUp(handle, organizationId, userId, now) {
      const row = await repository.find(handle, organizationId, userId, monthOf(now))
      return row !== undefined && row.used >= row.credits
    },
  }
}

/** Throws 402 if the credits of the month are used up. */
export function assertCreditsLeft({ credits, used }: { readonly credits: number; readonly used: number }): void {
  if (used >= credits) {
    throw new AppError('credit_limit_reached', `You have used ${used} of your ${credits} credits of this month.`)
  }
}
