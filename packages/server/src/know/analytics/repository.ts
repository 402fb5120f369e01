import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import { rowsVersion } from './rows-version.ts'
import { teamOfUser } from './team-of-user.ts'

interface DayKey extends Record<string, unknown> {
  organization_id: string
  day: string
}

const listDue = query<DayKey>(
  'analytics.list_due',
  `select organization_id, day from (
     select organization_id, day, row_number() over (partition by organization_id order by day desc) as turn
     from analytics_days
     where generation > computed_generation and day < $1 and (changed_at <= $2 or pending_since <= $3)
       and (next_try_at is null or next_try_at <= $4)) as waiting
   order by turn, organization_id limit $5`,
)

/**
 * Pending days before `today`: quiet since `quietSince`, or waiting since before `waitingSince`. The newest day of
 * every organization comes before the second day of any, so that no organization waits for all days of another.
 */
export function due(
  handle: Handle,
  filter: { today: string; quietSince: number; waitingSince: number; now: number; limit: number },
): Promise<DayKey[]> {
  return handle.many(listDue, [filter.today, filter.quietSince, filter.waitingSince, filter.now, filter.limit])
}

const listOld = query<DayKey>(
  'analytics.list_old_rows',
  `select organization_id, day from analytics_days
   where rows_version < $1 and computed_generation > 0 and generation = computed_generation
     and (next_try_at is null or next_try_at <= $2)
   order by day desc, organization_id limit $3`,
)

/** Days whose rows are of an earlier version, the newest first. */
export function withOldRows(handle: Handle, version: number, now: number, limit: number): Promise<DayKey[]> {
  return handle.many(listOld, [version, now, limit])
}

const listPendingOf = query<{ day: string }>(
  'analytics.list_pending_of',
  `select day from analytics_days
   where organization_id = $1 and generation > computed_generation and day < $2 order by day desc`,
)

/** Every pending day of an organization before `today`, the newest first. */
export function pendingOf(handle: Handle, organizationId: string, today: string) {
  return handle.many(listPendingOf, [organizationId, today])
}

const findNextPending = query<{ day: string }>(
  'analytics.find_next_pending',
  `select day from analytics_days
   where organization_id = $1 and generation > computed_generation and day > $2 and day < $3 order by day limit 1`,
)

/** The first pending day after `after` and before `today`. */
export async function nextPending(handle: Handle, organizationId: string, after: string, today: string) {
  return (await handle.find(findNextPending, [organizationId, after, today]))?.day
}

const listStale = query<{ organization_id: string }>(
  'analytics.list_stale',
  `select organization_id from analytics_days where activity_stale and day < $1
   group by organization_id having not bool_or(generation = computed_generation and coalesce(next_try_at, 0) > $2)`,
)

/** Without organizations whose activity failed and is not yet due again. */
export function organizationsWithStaleActivity(handle: Handle, today: string, now: number) {
  return handle.many(listStale, [today, now])
}

const tryLock = query<{ locked: boolean }>(
  'analytics.try_lock',
  'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked',
)
/** Takes the lock `name`, which one node holds at a time. Returns false if another node holds it. */
export async function lock(handle: Handle, name: string): Promise<boolean> {
  return (await handle.get(tryLock, [name])).locked
}

const findGenerations = query<{ generation: number; computed_generation: number; rows_version: number }>(
  'analytics.find_generations',
  'select generation, computed_generation, rows_version from analytics_days where organization_id = $1 and day = $2',
)

export function generations(handle: Handle, organizationId: string, day: string) {
  return handle.find(findGenerations, [organizationId, day])
}

const finishDay = query(
  'analytics.finish_day',
  `update analytics_days
   set computed_generation = $3, computed_at = $4, activity = $5, is_saturated = $6, folded_names = $7, rows_version = $8,
     store_mark = $9, activity_stale = true
   where organization_id = $1 and day = $2`,
)
const makeStale = query(
  'analytics.make_stale',
  `insert into analytics_days (organization_id, day, activity_stale)
   select $1, day, true from unnest($2::text[]) as following (day)
   on conflict (organization_id, day) do update set activity_stale = true`,
)

/** Ends the computation of a day. Marks the activity of the `following` days, whose windows include it, as stale. */
export async function finish(
  handle: Handle,
  organizationId: string,
  day: string,
  done: {
    generation: number
    now: number
    activity: string
    isSaturated: boolean
    folded: string | null
    /** The mark of the day in the event store, from before its facts were read. */
    mark: string
    following: readonly string[]
  },
): Promise<void> {
  const { generation, now, activity, isSaturated, folded } = done
  await handle.run(finishDay, [
    organizationId,
    day,
    generation,
    now,
    activity,
    isSaturated,
    folded,
    rowsVersion,
    done.mark,
  ])
  await handle.run(makeStale, [organizationId, done.following])
}

export interface StaleRow extends Record<string, unknown> {
  day: string
  activity_stale: boolean
}

const lockRows = query<StaleRow>(
  'analytics.lock_days',
  `select day, activity_stale from analytics_days
   where organization_id = $1 and day >= $2 and day < $3 order by day for update`,
)

/** Locks these days until the transaction ends. Without the lock, a day that is computed meanwhile would be missed. */
export function lockDays(handle: Handle, organizationId: string, from: string, before: string) {
  return handle.many(lockRows, [organizationId, from, before])
}

const listActivity = query<{ day: string; activity: string | null }>(
  'analytics.list_activity',
  `select day, activity::text as activity from analytics_days where organization_id = $1 and day = any($2::text[])`,
)

/** The kept activity of days, as text, because another process may parse it. */
export function activityOf(handle: Handle, organizationId: string, days: readonly string[]) {
  return handle.many(listActivity, [organizationId, days])
}

const firstStaleDay = query<{ day: string | null }>(
  'analytics.first_stale',
  `select min(day) as day from analytics_days
   where organization_id = $1 and activity_stale and day >= $2 and day < $3`,
)

/** The first day from `from` on, and before `today`, with stale activity. */
export async function firstStale(
  handle: Handle,
  organizationId: string,
  from: string,
  today: string,
): Promise<string | null> {
  return (await handle.get(firstStaleDay, [organizationId, from, today])).day
}

const settleActivity = query(
  'analytics.settle_activity',
  `update analytics_days set activity_stale = false, computed_at = coalesce(computed_at, $3)
   where organization_id = $1 and day = any($2::text[])`,
)

export function settle(handle: Handle, organizationId: string, days: readonly string[], now: number) {
  return handle.run(settleActivity, [organizationId, days, now])
}

const addQuietDays = query(
  'analytics.add_quiet_days',
  `insert into analytics_days (organization_id, day, activity_stale)
   select last.organization_id, to_char(following, 'YYYY-MM-DD'), true
   from analytics_days last
     cross join generate_series(last.day::date + 1, least(last.day::date + $2::int, $1::text::date), interval '1 day') following
   where last.day < $1::text
     and not exists (
       select from analytics_days next
       where next.organization_id = last.organization_id and next.day = to_char(last.day::date + 1, 'YYYY-MM-DD'))
     and exists (
       select from analytics_days active
       where active.organization_id = last.organization_id and active.activity is not null
         and active.day > to_char(last.day::date - $2::int, 'YYYY-MM-DD') and active.day <= last.day)
   on conflict (organization_id, day) do nothing`,
)

/** Adds the days after the last known one: a day without events still has weekly and monthly users. */
export function addQuiet(handle: Handle, through: string, windowDays: number) {
  return handle.run(addQuietDays, [through, windowDays])
}

const reopenDays = query(
  'analytics.reopen_days',
  `update analytics_days set generation = generation + 1, changed_at = $3,
     pending_since = case when generation > computed_generation then pending_since else $3 end
   where organization_id = $1 and day = any($2::text[])`,
)

/** Reopens days that changed for other reasons than new events. */
export function reopen(handle: Handle, organizationId: string, days: readonly string[], now: number) {
  return handle.run(reopenDays, [organizationId, days, now])
}

export interface DayState extends Record<string, unknown> {
  day: string
  is_pending: boolean
  computed_at: number | null
  pending_since: number | null
  is_saturated: boolean
  /** See `FoldedNames`. */
  folded_names: { kind: string; names: number }[] | null
  failures: number
  failure: string | null
  failed_at: number | null
  next_try_at: number | null
}

const listStates = query<DayState>(
  'analytics.list_states',
  `select day, generation > computed_generation or activity_stale as is_pending, computed_at, pending_since,
     is_saturated, folded_names, failures, failure, failed_at, next_try_at
   from analytics_days where organization_id = $1 and day < $2 order by day`,
)

/** Every known day before `today`. */
export function states(handle: Handle, organizationId: string, today: string) {
  return handle.many(listStates, [organizationId, today])
}

const listPeople = query<{ id: string; email: string; email_key: string; team: string | null; emails: unknown }>(
  'analytics.list_people',
  `select id, email, email_key, ${teamOfUser} as team, metadata -> 'emails' as emails
   from users where organization_id = $1`,
)

/** Includes removed members, to whom their events still belong. */
export function people(handle: Handle, organizationId: string) {
  return handle.many(listPeople, [organizationId])
}
