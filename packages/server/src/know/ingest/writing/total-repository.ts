import type { Handle, Tx } from '../../../ground/database/database.ts'
import { query } from '../../../ground/database/query.ts'
import type { Amounts, RunningTotal } from './running-totals.ts'

const lockTotals = query('ingest.lock_totals', `select pg_advisory_xact_lock(hashtextextended('totals ' || $1, 0))`)

/** Locks the running totals of the organization until the transaction ends. */
export async function lock(tx: Tx, organizationId: string): Promise<void> {
  await tx.run(lockTotals, [organizationId])
}

interface TotalRow extends Record<string, unknown> {
  series: string
  total: RunningTotal
}

const findTotals = query<TotalRow>(
  'ingest.find_totals',
  'select series, total from running_totals where organization_id = $1 and series = any($2::text[])',
)

export async function find(handle: Handle, organizationId: string, series: readonly string[]) {
  const rows = await handle.many(findTotals, [organizationId, series])
  return new Map(rows.map((row) => [row.series, row.total]))
}

const listUnsettled = query<TotalRow>(
  'ingest.list_unsettled_totals',
  `select series, total from running_totals where organization_id = $1 and not is_settled order by series limit 10000`,
)

export async function unsettled(handle: Handle, organizationId: string) {
  const rows = await handle.many(listUnsettled, [organizationId])
  return new Map(rows.map((row) => [row.series, row.total]))
}

const putTotals = query(
  'ingest.put_totals',
  `insert into running_totals (organization_id, series, total, is_settled, last_time_ms)
   select $1, series, total, $5, last_time_ms
   from unnest($2::text[], $3::json[], $4::bigint[]) as given (series, total, last_time_ms)
   on conflict (organization_id, series) do update
     set total = excluded.total, is_settled = excluded.is_settled, last_time_ms = excluded.last_time_ms`,
)

export async function put(
  handle: Handle,
  organizationId: string,
  totals: ReadonlyMap<string, RunningTotal>,
  isSettled: boolean,
): Promise<void> {
  if (totals.size === 0) return
  await handle.run(putTotals, [
    organizationId,
    [...totals.keys()],
    [...totals.values()].map((total) => JSON.stringify(total)),
    [...totals.values()].map(({ points }) => points.at(-1)?.timeMs ?? 0),
    isSettled,
  ])
}

/** The last point of a total as earlier versions stored it: without its sender. */
export interface EarlierPoint extends Amounts {
  readonly startTimeNs: string
  readonly timeNs: string
}

const findEarlier = query<{ series: string; last_point: EarlierPoint }>(
  'ingest.find_earlier_points',
  'select series, last_point from counter_series where organization_id = $1 and series = any($2::text[])',
)

export async function earlierPoints(handle: Handle, organizationId: string, series: readonly string[]) {
  const rows = await handle.many(findEarlier, [organizationId, series])
  return new Map(rows.map((row) => [row.series, row.last_point]))
}

const organizationsWithUnsettled = query<{ organization_id: string }>(
  'ingest.organizations_with_unsettled_totals',
  'select distinct organization_id from running_totals where not is_settled',
)

/** Organizations with points that may not be stored, because their senders got no answer. */
export async function organizationsToSettle(handle: Handle): Promise<string[]> {
  return (await handle.many(organizationsWithUnsettled)).map((row) => row.organization_id)
}
