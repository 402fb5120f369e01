import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'

const waitLock = query('analytics.lock_first_days', 'select pg_advisory_xact_lock(hashtextextended($1, 0))')

const settleFirstDays = query<{ day: string }>(
  'analytics.settle_first_days',
  `with concerned as (
     select u.user_id from analytics_user_days u
       left join analytics_first_days f on f.organization_id = u.organization_id and f.user_id = u.user_id
     where u.organization_id = $1 and u.day = $2 and (f.day is null or f.day > $2)
     union
     select user_id from analytics_first_days where organization_id = $1 and day = $2),
   changed as (
     select c.user_id, f.day as former, n.day as present
     from concerned c
       left join analytics_first_days f on f.organization_id = $1 and f.user_id = c.user_id
       left join lateral (
         select min(u.day) as day from analytics_user_days u where u.organization_id = $1 and u.user_id = c.user_id) n on true
     where f.day is distinct from n.day),
   gone as (
     delete from analytics_first_days f using changed c
     where f.organization_id = $1 and f.user_id = c.user_id and c.present is null),
   put as (
     insert into analytics_first_days (organization_id, user_id, day)
     select $1, user_id, present from changed where present is not null
     on conflict (organization_id, user_id) do update set day = excluded.day)
   select distinct day from (select former as day from changed union all select present from changed) days
   where day is not null`,
)

/**
 * Updates the first active days of users after the rows of a day were written. Resolves with the days that were or are
 * a user's first. It locks the organization, because two concurrent days with the same new user would not see each
 * other.
 */
export async function settle(handle: Handle, organizationId: string, day: string): Promise<string[]> {
  await handle.run(waitLock, [`analytics first days ${organizationId}`])
  return (await handle.many(settleFirstDays, [organizationId, day])).map((row) => row.day)
}

const listFirstDays = query<{ user_id: string; day: string }>(
  'analytics.list_first_days',
  'select user_id, day from analytics_first_days where organization_id = $1 and day >= $2 and day <= $3',
)

/** Users who were active for the first time within these days. */
export function firstDays(handle: Handle, organizationId: string, from: string, to: string) {
  return handle.many(listFirstDays, [organizationId, from, to])
}
