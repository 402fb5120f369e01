import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'

export interface DeletionRow extends Record<string, unknown> {
  id: string
  organization_id: string
  start_day: string
  end_day: string
  users: string[] | null
  days: string[]
}

const insertDeletion = query(
  'analytics.insert_deletion',
  `insert into event_deletions (id, organization_id, start_day, end_day, users, days)
   values ($1, $2, $3, $4, $5, $6)`,
)

export function insert(handle: Handle, row: DeletionRow) {
  const { id, organization_id, start_day, end_day, users, days } = row
  return handle.run(insertDeletion, [id, organization_id, start_day, end_day, users, days])
}

const lockDeletion = query(
  'analytics.lock_deletion',
  'select from event_deletions where organization_id = $1 and id = $2 for update skip locked',
)

/** Returns false if another transaction holds the lock, or if the order is gone. */
export async function lock(handle: Handle, { organization_id, id }: DeletionRow): Promise<boolean> {
  return (await handle.find(lockDeletion, [organization_id, id])) !== undefined
}

const removeDeletion = query(
  'analytics.remove_deletion',
  'delete from event_deletions where organization_id = $1 and id = $2',
)

export function remove(handle: Handle, { organization_id, id }: DeletionRow) {
  return handle.run(removeDeletion, [organization_id, id])
}

const listDeletions = query<DeletionRow>(
  'analytics.list_deletions',
  `select id, organization_id, start_day, end_day, users, days from event_deletions
   where $1::uuid is null or organization_id = $1 order by id limit 100`,
)

/** Orders of one organization, or of all. */
export function list(handle: Handle, organizationId: string | null) {
  return handle.many(listDeletions, [organizationId])
}

const listDays = query<{ day: string }>(
  'analytics.list_days_between',
  'select day from analytics_days where organization_id = $1 and day >= $2 and day <= $3',
)

/** The days that have any stored data. */
export async function daysBetween(handle: Handle, organizationId: string, from: string, to: string): Promise<string[]> {
  return (await handle.many(listDays, [organizationId, from, to])).map(({ day }) => day)
}

const findMember = query<{ id: string; email_key: string }>(
  'analytics.find_member',
  'select id, email_key from users where organization_id = $1 and (id::text = $2 or email_key = $2)',
)

/** Finds a member by id or e-mail, including removed ones. */
export function member(handle: Handle, organizationId: string, name: string) {
  return handle.find(findMember, [organizationId, name])
}

const forgetImported = query(
  'analytics.forget_imported',
  `delete from imported_events where organization_id = $1 and time_ms >= $2 and time_ms < $3
     and ($4::text[] is null or users && $4::text[])`,
)

const forgetRelayed = query(
  'analytics.forget_relayed',
  `delete from relayed_turns where organization_id = $1 and ended_ms >= $2 and began_ms < $3
     and ($4::text[] is null or user_name = any($4::text[]))`,
)

/** Records about imported events, and about turns of computers, show who worked when, so they are deleted as well. */
export async function forgetRecordsOf(handle: Handle, { organization_id, start_day, end_day, users }: DeletionRow) {
  const endMs = Date.parse(end_day) + 24 * 60 * 60 * 1000
  for (const records of [forgetImported, forgetRelayed]) {
    await handle.run(records, [organization_id, Date.parse(start_day), endMs, users])
  }
}
