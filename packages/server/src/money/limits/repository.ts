import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import type { TimeAndId } from '../../ground/platform/keyset.ts'
import { usedCredits } from './used-credits.ts'

const findUsers = query<{ id: string; email: string; email_key: string }>(
  'limits.find_users',
  `select id, email, email_key from users
   where organization_id = $1 and email_key = any($2) and removed_at is null
   order by id for no key update`,
)

/** Locks the rows in one order, so that concurrent requests for the same people cannot deadlock. */
export function findAndLockUsers(handle: Handle, organizationId: string, emailKeys: readonly string[]) {
  return handle.many(findUsers, [organizationId, emailKeys])
}

const upsertLimits = query(
  'limits.upsert',
  `insert into credit_limits (organization_id, user_id, credits)
   select $1, user_id, credits from unnest($2::uuid[], $3::bigint[]) as wanted (user_id, credits)
   on conflict (user_id) do update set credits = excluded.credits`,
)

export function upsert(handle: Handle, organizationId: string, limits: ReadonlyMap<string, number>) {
  return handle.run(upsertLimits, [organizationId, [...limits.keys()], [...limits.values()]])
}

const removeLimits = query(
  'limits.remove',
  'delete from credit_limits where organization_id = $1 and user_id = any($2::uuid[])',
)

export function remove(handle: Handle, organizationId: string, userIds: readonly string[]) {
  return handle.run(removeLimits, [organizationId, userIds])
}

interface LimitRow extends Record<string, unknown> {
  user_id: string
  created_at: number
  email: string
  credits: number
  used: number
}

const listLimits = query<LimitRow>(
  'limits.list',
  `select u.id as user_id, u.created_at, u.email, l.credits, ${usedCredits('l', '$2')} as used
   from credit_limits l
   join users u on u.id = l.user_id and u.organization_id = l.organization_id and u.removed_at is null
   where l.organization_id = $1 and (u.created_at, u.id) > ($3, $4)
   order by u.created_at, u.id limit $5`,
)

export function list(
  handle: Handle,
  organizationId: string,
  page: { month: string; after: TimeAndId; limit: number },
): Promise<LimitRow[]> {
  return handle.many(listLimits, [organizationId, page.month, ...page.after, page.limit])
}

const findMonth = query<{ credits: number | null; used: number }>(
  'limits.find_month',
  `select l.credits, ${usedCredits('l', '$3')} as used
   from (select $1::uuid as organization_id, $2::uuid as user_id) who
     left join credit_limits own on own.organization_id = who.organization_id and own.user_id = who.user_id
     cross join lateral (select who.organization_id, who.user_id, own.credits) l
   where who.organization_id = $1`,
)

/** The credits of a user in a month, with or without a limit. */
export function ofMonth(handle: Handle, organizationId: string, userId: string, month: string) {
  return handle.get(findMonth, [organizationId, userId, month])
}

const findLimit = query<{ credits: number; used: number }>(
  'limits.find',
  `select l.credits, ${usedCredits('l', '$3')} as used from credit_limits l where l.organization_id = $1 and l.user_id = $2`,
)

export function find(handle: Handle, organizationId: string, userId: string, month: string) {
  return handle.find(findLimit, [organizationId, userId, month])
}
