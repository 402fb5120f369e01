import type { CostGroup, CostsByUserRow, CostsGroupRow, CostsRow, ModelCost } from '@muster/contract/costs'
import type { PriceList } from '@muster/contract/prices/price-list'
import { addCosts, type CostSums, compareCosts, noCosts, otherCurrencies, shownCosts } from './cost-sums.ts'
import { foldRare } from './fold-rare.ts'

type CostsByKey = Map<string, CostSums>
type CostGroups = Readonly<Record<CostGroup, CostsByKey>>

export interface CostsRows {
  readonly row: CostsRow
  readonly groups: Readonly<Record<Exclude<CostGroup, 'user'>, CostsGroupRow[]>>
  readonly users: CostsByUserRow[]
}

const currency = 'USD'

export function costsRows(
  day: string,
  groups: CostGroups,
  prices: PriceList,
  emailOf: (userId: string) => string | null,
): CostsRows {
  const total = noCosts()
  for (const costs of groups.model.values()) addCosts(total, costs)
  const rowsOf = (group: CostGroup) =>
    inOrder(groups[group]).map(([key, costs]) => ({
      date: day,
      group_key: key,
      currency,
      ...shownCosts(costs),
      other_currencies: otherCurrencies(costs),
    })) satisfies CostsGroupRow[]
  const byModel = inOrder(groups.model).map(
    ([model, costs]): ModelCost => ({
      model_id: model,
      ...shownCosts(costs),
      price_source: prices.find(model, day)?.source ?? null,
    }),
  )
  return {
    row: {
      date: day,
      currency,
      ...shownCosts(total),
      other_currencies: otherCurrencies(total),
      by_model: byModel,
    },
    groups: {
      model: rowsOf('model'),
      team: rowsOf('team'),
      agent: rowsOf('agent'),
      repository: rowsOf('repository'),
    },
    users: [...groups.user].sort(compareCosts).map(([id, costs]) => ({
      date: day,
      group_key: id,
      user_email: emailOf(id),
      currency,
      ...shownCosts(costs),
      other_currencies: otherCurrencies(costs),
    })),
  }
}

/** Senders may name any number of models, teams and repositories, so the smallest are merged under one name. */
function inOrder(costs: CostsByKey): [string, CostSums][] {
  return foldRare([...costs].sort(compareCosts), noCosts, addCosts).sort(compareCosts)
}
