import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'

export type QualityKind = 'accepted' | 'late' | 'unknown_tool'
export type ToldKind = 'quarantined' | 'changed' | 'passed_over'

export interface Count {
  readonly kind: QualityKind
  readonly reason: string
  readonly count: number
}

/** A count for one agent. */
export interface AgentCount {
  readonly kind: ToldKind
  readonly agent: string
  readonly reason: string
  readonly count: number
}

const addCounts = query(
  'quality.add',
  `insert into data_quality (organization_id, day, kind, reason, count)
   select $1, $2, * from unnest($3::text[], $4::text[], $5::bigint[]) as one (kind, reason, count) order by kind, reason
   on conflict (organization_id, day, kind, reason) do update set count = data_quality.count + excluded.count`,
)

/** Adds to the counts of a day. Each pair of kind and reason may occur once. */
export async function add(handle: Handle, organizationId: string, day: string, counts: readonly Count[]) {
  const some = counts.filter(({ count }) => count > 0)
  if (some.length === 0) return
  await handle.run(addCounts, [
    organizationId,
    day,
    some.map(({ kind }) => kind),
    some.map(({ reason }) => reason),
    some.map(({ count }) => count),
  ])
}

const addAgentCounts = query(
  'quality.add_by_agent',
  `insert into quality_by_agent (organization_id, day, kind, agent, reason, count)
   select $1, $2, * from unnest($3::text[], $4::text[], $5::text[], $6::bigint[]) as one (kind, agent, reason, count)
   order by kind, agent, reason
   on conflict (organization_id, day, kind, agent, reason) do update set count = quality_by_agent.count + excluded.count`,
)

/** The same by agent. Each triple of kind, agent and reason may occur once. */
export async function addByAgent(handle: Handle, organizationId: string, day: string, some: readonly AgentCount[]) {
  if (some.length === 0) return
  await handle.run(addAgentCounts, [
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

/** Returns whether this request is new, and records it as known when the transaction commits. */
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

/** Keeps only the most frequent names; all calls are counted separately. */
export function trimTools(handle: Handle, organizationId: string, day: string, keep: number) {
  return handle.run(forgetRareTools, [organizationId, day, keep])
}

const listTotals = query<{ kind: string; agent: string; reason: string; count: number; since: string }>(
  'quality.list_totals',
  `select kind, agent, reason, sum(count)::bigint as count, min(day) as since
   from (
     select kind, agent, reason, count, day from quality_by_agent where organization_id = $1
     union all
     select kind, '', reason, count, day from data_quality where organization_id = $1) as told
   group by kind, agent, reason order by 4 desc, reason collate "C", agent collate "C"`,
)

/** The sums of all days, most first. */
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

/** Keeps the newest `keep` of them. Counts do not change. */
export function trimQuarantined(handle: Handle, organizationId: string, keep: number) {
  return handle.run(forgetQuarantined, [organizationId, keep])
}
