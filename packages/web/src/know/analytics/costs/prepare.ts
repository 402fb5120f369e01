import type { CostsGroupRow, CostsRow } from '@muster/contract/costs'
import { tableOfDays } from '../../../charts/data-table.ts'
import { plainColor } from '../../../charts/series.ts'
import { stackOf, totalsOf } from '../../../charts/stacks.ts'
import { type Before, daysBefore, sumOf, totalOf } from '../sums.ts'

/** Unknown amounts add nothing; the number of unpriced tokens shows how much is missing. */
const known = (amount: number | null) => amount ?? 0

export function prepareCosts(rows: readonly CostsRow[], before: Before<CostsRow> | undefined) {
  const days = rows.map(({ date }) => date)
  const models = stackOf(
    rows.map(({ by_model }) => by_model.map(({ model_id, cost }) => [model_id, known(cost)] as const)),
  )
  const sources = [
    {
      key: 'reported',
      label: 'Reported by agents',
      color: plainColor(1),
      values: rows.map((row) => known(row.reported_cost)),
    },
    {
      key: 'estimated',
      label: 'Estimated',
      color: plainColor(0),
      values: rows.map((row) => known(row.estimated_cost)),
    },
  ]
  const cost = (row: CostsRow) => known(row.cost)
  const unpriced = sumOf(rows, (row) => row.unpriced_tokens)
  return {
    days,
    isCostUnknown: unpriced > 0 && rows.every((row) => row.cost === null),
    cost: totalOf(rows, before, cost),
    reported: sumOf(rows, (row) => known(row.reported_cost)),
    estimated: sumOf(rows, (row) => known(row.estimated_cost)),
    unpriced,
    unpricedModels: new Set(
      rows.flatMap(({ by_model }) => by_model.flatMap((model) => (model.unpriced_tokens > 0 ? [model.model_id] : []))),
    ).size,
    pricesOf: rows
      .flatMap(({ prices_of }) => prices_of ?? [])
      .toSorted()
      .at(-1),
    previous: daysBefore(rows, before, cost),
    models,
    modelsTable: tableOfDays(days, models, true),
    modelTotals: totalsOf(
      rows.map(({ by_model }) => by_model.map(({ model_id, cost }) => [model_id, known(cost)] as const)),
    ),
    sources,
    sourcesTable: tableOfDays(days, sources, true),
  }
}

export type CostsView = ReturnType<typeof prepareCosts>

/** The cost of each group over all days, the largest first; groups without cost are left out. */
export function costsOfGroups(rows: readonly CostsGroupRow[]) {
  return totalsOf([rows.map(({ group_key, cost }) => [group_key, known(cost)] as const)]).filter(([, cost]) => cost > 0)
}
