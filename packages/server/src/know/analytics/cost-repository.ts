import type { ModelPrice } from '@muster/contract/prices/price'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import type { UserCost } from './work/work-job.ts'

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

const deleteUserCosts = query(
  'analytics.delete_user_costs',
  'delete from analytics_user_costs where organization_id = $1 and day = $2',
)

export function removeUserCosts(handle: Handle, organizationId: string, day: string) {
  return handle.run(deleteUserCosts, [organizationId, day])
}

const addUserCosts = query(
  'analytics.insert_user_costs',
  `insert into analytics_user_costs (organization_id, day, user_id, reported, estimated, unpriced_tokens)
   select $1, $2, * from unnest($3::text[], $4::bigint[], $5::bigint[], $6::bigint[])`,
)

export function insertUserCosts(handle: Handle, organizationId: string, day: string, costs: readonly UserCost[]) {
  return handle.run(addUserCosts, [
    organizationId,
    day,
    costs.map(({ userId }) => userId),
    costs.map(({ reported }) => reported),
    costs.map(({ estimated }) => estimated),
    costs.map(({ unpricedTokens }) => unpricedTokens),
  ])
}

const sumUserCosts = query<{ reported: number | null; estimated: number | null; unpriced_tokens: number }>(
  'analytics.sum_user_costs',
  `select case when sum(reported) > 9007199254740991 then 9007199254740991 else sum(reported) end::bigint as reported,
     case when sum(estimated) > 9007199254740991 then 9007199254740991 else sum(estimated) end::bigint as estimated,
     least(coalesce(sum(unpriced_tokens), 0), 9007199254740991)::bigint as unpriced_tokens
   from analytics_user_costs where organization_id = $1 and user_id = $2 and day >= $3 and day < $4`,
)

/** The cost of a user over the days from `from` on and before `before`. */
export function userCosts(handle: Handle, organizationId: string, userId: string, from: string, before: string) {
  return handle.get(sumUserCosts, [organizationId, userId, from, before])
}
