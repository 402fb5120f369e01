import type { Handle } from '../database/database.ts'
import { query } from '../database/query.ts'

export type QualityKind = 'accepted' | 'late' | 'quarantined' | 'changed' | 'passed_over' | 'unknown_tool'

export interface Count {
  readonly kind: QualityKind
  /** Empty where it does not matter. */
  readonly agent: string
  readonly reason: string
  readonly count: number
}

const addCounts = query(
  'quality.add',
  `insert into data_quality (organization_id, day, kind, agent, reason, count)
   select $1, $2, * from unnest($3::text[], $4::text[], $5::text[], $6::bigint[]) as one (kind, agent, reason, count)
   order by kind, agent, reason
   on conflict (organization_id, day, kind, agent, reason) do update set count = data_quality.count + excluded.count`,
)

/** Adds to the counts of a day. No kind, agent and reason may occur twice. */
export async function add(handle: Handle, organizationId: string, day: string, counts: readonly Count[]) {
  const some = counts.filter(({ count }) => count > 0)
  if (some.length === 0) return
  await handle.run(addCounts, [
    organizationId,
    day,
    some.map(({ kind }) => kind),
    some.map(({ agent }) => agent),
    some.map(({ reason }) => reason),
    some.map(({ count }) => count),
  ])
}

const insertRequest = query(
  'quality.insert_request',
  `insert into told_requests (organization_id, digest, received_at) values ($1, $2, $3) on conflict do nothing`,
)

/** Whether nothing was told of this request yet. From now on something was, if the transaction is committed. */
export async function isNew(handle: Handle, organizationId: string, digest: string, now: number): Promise<boolean> {
  return (await handle.run(insertRequest, [organizationId, digest, now])) > 0
}

const forgetRareTools = query(
  'quality.forget_rare_tools',
  `delete from data_quality where organization_id = $1 and day = $2 and kind = 'unknown_tool' and reason in (
     select reason from data_quality
     where organization_id = $1 and day = $2 and kind = 'unknown_tool' and reason <> ''
     order by count desc, reason offset $3)`,
)

/** Keeps the names that occur most; how many calls there were in all is counted apart. */
export function trimTools(handle: Handle, organizationId: string, day: string, keep: number) {
  return handle.run(forgetRareTools, [organizationId, day, keep])
}

const listTotals = query<{ kind: QualityKind; agent: string; reason: string; count: number; since: string }>(
  'quality.list_totals',
  `select kind, agent, reason, sum(count)::bigint as count, min(day) as since from data_quality
   where organization_id = $1 group by kind, agent, reason order by 4 desc, reason collate "C", agent collate "C"`,
)

/** Of all days together, most first. */
export function totals(handle: Handle, organizationId: string) {
  return handle.many(listTotals, [organizationId])
}

export interface QuarantinedRecord {
  readonly source: string
  readonly reason: string
  readonly record: string
}

const insertQuarantined = query(
  'quality.insert_quarantined',
  `insert into quarantined_records (organization_id, received_at, source, reason, record)
   select $1, $2, * from unnest($3::text[], $4::text[], $5::text[])`,
)

export function keepQuarantined(
  handle: Handle,
  organizationId: string,
  records: readonly QuarantinedRecord[],
  now: number,
) {
  return handle.run(insertQuarantined, [
    organizationId,
    now,
    records.map((record) => record.source),
    records.map((record) => record.reason),
    records.map((record) => record.record),
  ])
}

const forgetQuarantined = query(
  'quality.forget_quarantined',
  `delete from quarantined_records where organization_id = $1 and id <= (
     select id from quarantined_records where organization_id = $1 order by id desc offset $2 limit 1)`,
)

/** Keeps the newest `keep` of them. The counts are not touched. */
export function trimQuarantined(handle: Handle, organizationId: string, keep: number) {
  return handle.run(forgetQuarantined, [organizationId, keep])
}
