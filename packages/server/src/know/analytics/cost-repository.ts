import type { CostGroup } from '@muster/contract/costs'
import type { Range } from '@muster/contract/days'
import type { ModelPrice } from '@muster/contract/prices/price'
import type { Handle } from '../../ground/database/database.ts'
import { type Query, query, type Row } from '../../ground/database/query.ts'
import { add, plus } from './counts.ts'
import type { CostCell } from './work/cost-cells.ts'
import { type CostSums, noCosts } from './work/cost-sums.ts'

const findPrices = query<{ prices: ModelPrice[] | null }>(
  'analytics.find_prices',
  `select r.settings -> 'modelPrices' as prices from organizations o
     left join control_revisions r on r.organization_id = o.id and r.revision = o.controls_revision
   where o.id = $1`,
)

/** The organization's own prices. */
export async function prices(handle: Handle, organizationId: string): Promise<ModelPrice[]> {
  return (await handle.find(findPrices, [organizationId]))?.prices ?? []
}

const deleteCells = query(
  'analytics.delete_cost_cells',
  'delete from analytics_cost_cells where organization_id = $1 and day = $2',
)

export function removeCells(handle: Handle, organizationId: string, day: string) {
  return handle.run(deleteCells, [organizationId, day])
}

const columns = {
  userId: 'user_id text',
  team: 'team text',
  agent: 'agent text',
  repository: 'repository text',
  model: 'model text',
  reported: 'reported bigint',
  estimated: 'estimated bigint',
  unpricedTokens: 'unpriced_tokens bigint',
  modelCalls: 'model_calls bigint',
  pricesOf: 'prices_of text',
  others: 'others jsonb',
} as const satisfies Readonly<Record<keyof CostCell, string>>
const namesAndTypes = Object.values(columns).map((column) => column.split(' ') as [name: string, type: string])

const addCells = query(
  'analytics.insert_cost_cells',
  `insert into analytics_cost_cells (organization_id, day, ${namesAndTypes.map(([name]) => name).join(', ')})
   select $1, $2, * from unnest(${namesAndTypes.map(([, type], at) => `$${at + 3}::${type}[]`).join(', ')})`,
)

export function insertCells(handle: Handle, organizationId: string, day: string, cells: readonly CostCell[]) {
  const values = Object.keys(columns).map((column) => cells.map((cell) => cell[column as keyof CostCell]))
  return handle.run(addCells, [organizationId, day, ...values])
}

const sumUserCosts = query<{ reported: number | null; estimated: number | null; unpriced_tokens: number }>(
  'analytics.sum_user_costs',
  `select case when sum(reported) > 9007199254740991 then 9007199254740991 else sum(reported) end::bigint as reported,
     case when sum(estimated) > 9007199254740991 then 9007199254740991 else sum(estimated) end::bigint as estimated,
     least(coalesce(sum(unpriced_tokens), 0), 9007199254740991)::bigint as unpriced_tokens
   from analytics_cost_cells where organization_id = $1 and user_id = $2 and day >= $3 and day < $4`,
)

/** The cost of a user over the days from `from` on and before `before`. */
export function userCosts(handle: Handle, organizationId: string, userId: string, from: string, before: string) {
  return handle.get(sumUserCosts, [organizationId, userId, from, before])
}

interface StoredSums {
  readonly day: string
  readonly key: string
  readonly reported: number | null
  readonly estimated: number | null
  readonly unpriced_tokens: number
  readonly model_calls: number
  readonly prices_of: string | null
}

const groupColumns: Readonly<Record<CostGroup, string>> = {
  model: 'model',
  user: 'user_id',
  team: 'team',
  agent: 'agent',
  repository: 'repository',
}
const groups = Object.keys(groupColumns) as CostGroup[]

/** Which cells are meant: for each way to group costs, one of the names, or any. */
export type CostFilter = Readonly<Partial<Record<CostGroup, readonly string[]>>>

const isMeant = `organization_id = $1 and day >= $2 and day <= $3
  ${groups.map((group, at) => `and ($${at + 4}::text[] is null or ${groupColumns[group]} = any($${at + 4}))`).join(' ')}`

const byGroup = (text: (column: string) => string, name: string) =>
  Object.fromEntries(groups.map((group) => [group, query(`${name}_by_${group}`, text(groupColumns[group]))]))

const sumCells = byGroup(
  (column) => `select day, ${column} as key, sum(reported)::double precision as reported,
     sum(estimated)::double precision as estimated, sum(unpriced_tokens)::double precision as unpriced_tokens,
     sum(model_calls)::double precision as model_calls, max(prices_of) as prices_of
   from analytics_cost_cells where ${isMeant} group by day, ${column}`,
  'analytics.sum_cost_cells',
)

const sumOtherCurrencies = byGroup(
  (column) => `select day, ${column} as key, other.key as currency, sum(other.value::numeric)::double precision as nanos
   from analytics_cost_cells, jsonb_each_text(others) as other
   where ${isMeant} and others is not null group by day, ${column}, other.key`,
  'analytics.sum_other_currencies',
)

/** The costs of the cells that are meant, by day and then by the keys of a group. */
export async function costsByDay(
  handle: Handle,
  organizationId: string,
  { from, to }: Range,
  group: CostGroup,
  filter: CostFilter,
): Promise<Map<string, Map<string, CostSums>>> {
  const params = [organizationId, from, to, ...groups.map((each) => filter[each] ?? null)]
  const [rows, others] = await Promise.all([
    handle.many(sumCells[group] as Query<StoredSums & Row>, params),
    handle.many(
      sumOtherCurrencies[group] as Query<Row & { day: string; key: string; currency: string; nanos: number }>,
      params,
    ),
  ])
  const days = new Map<string, Map<string, CostSums>>()
  for (const { day, key, reported, estimated, unpriced_tokens, model_calls, prices_of } of rows) {
    const sums = { ...noCosts(), unpricedTokens: unpriced_tokens, modelCalls: model_calls, pricesOf: prices_of }
    days
      .getOrInsertComputed(day, () => new Map())
      .set(key, { ...sums, reported: whole(reported), estimated: whole(estimated) })
  }
  for (const { day, key, currency, nanos } of others) add(days.get(day)?.get(key)?.others ?? new Map(), currency, nanos)
  return days
}

function whole(nanos: number | null): number | null {
  return nanos === null ? null : plus(nanos, 0)
}
