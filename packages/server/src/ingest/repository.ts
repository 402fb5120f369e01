import type { Handle } from '../database/database.ts'
import { query } from '../database/query.ts'
import type { CounterState } from './counters.ts'

const touchDays = query(
  'ingest.touch_days',
  `insert into analytics_days (organization_id, day, generation, pending_since, changed_at)
   select $1, day, 1, $3, $3 from unnest($2::text[]) as touched (day)
   on conflict (organization_id, day) do update
     set generation = analytics_days.generation + 1, changed_at = excluded.changed_at,
       pending_since = case when analytics_days.generation > analytics_days.computed_generation
         then analytics_days.pending_since else excluded.pending_since end`,
)

/**
 * Says that events are being added to these days. The rows stay locked until the transaction ends, so whoever computed
 * a day from what the store held before cannot call it finished. Always in order, so that appends cannot deadlock.
 */
export function touch(handle: Handle, organizationId: string, days: readonly string[], now: number) {
  return handle.run(touchDays, [organizationId, [...days].sort(), now])
}

const lockSeries = query<{ series: string; last_point: CounterState }>(
  'ingest.lock_series',
  `select series, last_point from counter_series
   where organization_id = $1 and series = any($2::text[]) order by series for update`,
)

export async function lastPoints(
  handle: Handle,
  organizationId: string,
  series: readonly string[],
): Promise<Map<string, CounterState>> {
  const rows = await handle.many(lockSeries, [organizationId, series])
  return new Map(rows.map((row) => [row.series, row.last_point]))
}

const upsertSeries = query(
  'ingest.upsert_series',
  `insert into counter_series (organization_id, series, last_point)
   select $1, * from unnest($2::text[], $3::json[]) as point (series, last_point) order by series
   on conflict (organization_id, series) do update set last_point = excluded.last_point`,
)

export function putLastPoints(handle: Handle, organizationId: string, points: ReadonlyMap<string, CounterState>) {
  const states = [...points.values()].map((state) => JSON.stringify(state))
  return handle.run(upsertSeries, [organizationId, [...points.keys()], states])
}

export interface QualityRow {
  readonly day: string
  readonly kind: 'quarantined' | 'renamed'
  readonly reason: string
  readonly count: number
  readonly example: string
}

const addQuality = query(
  'ingest.add_quality',
  `insert into data_quality (organization_id, day, kind, reason, count, example, last_at)
   select $1, *, $7 from unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[])
   on conflict (organization_id, day, kind, reason) do update
     set count = data_quality.count + excluded.count, last_at = excluded.last_at`,
)

export function addQualityCounts(handle: Handle, organizationId: string, rows: readonly QualityRow[], now: number) {
  return handle.run(addQuality, [
    organizationId,
    rows.map((row) => row.day),
    rows.map((row) => row.kind),
    rows.map((row) => row.reason),
    rows.map((row) => row.count),
    rows.map((row) => row.example),
    now,
  ])
}

export interface QuarantinedRecord {
  readonly source: string
  readonly reason: string
  readonly record: string
}

const insertQuarantined = query(
  'ingest.insert_quarantined',
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
  'ingest.forget_quarantined',
  `delete from quarantined_records where organization_id = $1 and id <= (
     select id from quarantined_records where organization_id = $1 order by id desc offset $2 limit 1)`,
)

/** Keeps the newest `keep` of them. The counts are not touched. */
export function trimQuarantined(handle: Handle, organizationId: string, keep: number) {
  return handle.run(forgetQuarantined, [organizationId, keep])
}
