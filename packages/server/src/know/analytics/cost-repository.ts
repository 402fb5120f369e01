import type { ModelPrice } from '@muster/contract/prices/price'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import type { CostCell } from './work/cost-cells.ts'

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

const addCells = query(
  'analytics.insert_cost_cells',
  `insert into analytics_cost_cells
     (organization_id, day, user_id, team, agent, repository, model, reported, estimated, unpriced_tokens)
   select $1, $2, * from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::bigint[],
     $10::bigint[])`,
)

const columns = [
  'userId',
  'team',
  'agent',
  'repository',
  'model',
  'reported',
  'estimated',
  'unpricedTokens',
] as const satisfies readonly (keyof CostCell)[]

export function insertCells(handle: Handle, organizationId: string, day: string, cells: readonly CostCell[]) {
  const values = columns.map((column) => cells.map((cell) => cell[column]))
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
