import type { SpendPlace } from '@muster/contract/spend'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'

const findDays = query<{ day: string; nanos: number; unpriced: number }>(
  'spend.find_days',
  `select day, sum(coalesce(reported, 0) + coalesce(estimated, 0))::double precision as nanos,
     sum(unpriced_tokens)::double precision as unpriced
   from analytics_cost_cells where organization_id = $1 and day >= $2 and day <= $3 group by day`,
)

/** The costs of each day with any, in billionths of a dollar. */
export function days(handle: Handle, organizationId: string, from: string, to: string) {
  return handle.many(findDays, [organizationId, from, to])
}

const findFirstDay = query<{ day: string | null }>(
  'spend.find_first_day',
  'select min(day) as day from analytics_cost_cells where organization_id = $1',
)

export async function firstDay(handle: Handle, organizationId: string): Promise<string | null> {
  return (await handle.get(findFirstDay, [organizationId])).day
}

/** What changed at one place, of everything of its kind that changed up or down. */
export interface Change {
  readonly place: SpendPlace
  readonly nanos: number
  readonly allNanos: number
}

/** Kinds of places by the columns that they are not grouped by, as bits, the first column the highest. */
const kinds = [
  ['team'],
  ['user_id'],
  ['repository'],
  ['model'],
  ['agent'],
  ['team', 'user_id'],
  ['team', 'repository'],
  ['team', 'model'],
] as const
const names = { team: 'team', user_id: 'user', repository: 'repository', model: 'model', agent: 'agent' } as const
const columns = ['team', 'user_id', 'repository', 'model', 'agent'] as const
type Column = (typeof columns)[number]

const findChanges = query<Record<Column, string | null> & { nanos: number; all_nanos: number }>(
  'spend.find_changes',
  `with changes as (
     select ${columns.join(', ')}, grouping(${columns.join(', ')}) as kind,
       sum((coalesce(reported, 0) + coalesce(estimated, 0)) * weight) as nanos
     from analytics_cost_cells join unnest($2::text[], $3::double precision[]) as weighted (day, weight) using (day)
     where organization_id = $1
     group by grouping sets (${kinds.map((kind) => `(${kind.join(', ')})`).join(', ')})
   ), ranked as (
     select *, sum(abs(nanos)) over of_kind as all_nanos, row_number() over (of_kind order by abs(nanos) desc) as place
     from changes window of_kind as (partition by kind)
   )
   select ${columns.join(', ')}, nanos, all_nanos from ranked where place <= $4 and nanos <> 0 order by abs(nanos) desc`,
)

/** The places with the largest sums of costs by weight of their days: by kind, the largest `most` of each. */
export async function changes(
  handle: Handle,
  organizationId: string,
  weights: ReadonlyMap<string, number>,
  most: number,
): Promise<Change[]> {
  const rows = await handle.many(findChanges, [organizationId, [...weights.keys()], [...weights.values()], most])
  return rows.map(({ nanos, all_nanos: allNanos, ...row }) => ({
    place: Object.fromEntries(
      columns.flatMap((column) => (row[column] === null ? [] : [[names[column], row[column]]])),
    ),
    nanos,
    allNanos,
  }))
}

const findNames = query<{ id: string; name: string }>(
  'spend.find_names',
  `select id::text, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email) as name from users where organization_id = $1 and id::text = any($2)`,
)

export async function namesOf(handle: Handle, organizationId: string, userIds: readonly string[]) {
  const rows = await handle.many(findNames, [organizationId, userIds])
  return new Map(rows.map(({ id, name }) => [id, name]))
}
