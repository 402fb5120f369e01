import { type CostsByUserRow, type CostsGroupRow, type CostsRow, costGroups } from '@muster/contract/costs'
import { command } from '../command-line/command.ts'
import type { Column } from '../terminal/table.ts'
import { dollars, rangeOf, rangeOptions } from './range.ts'

type Row = CostsRow | CostsGroupRow | CostsByUserRow

const columns: readonly Column<Row>[] = [
  { header: 'COST', value: ({ cost }) => dollars(cost), whole: true },
  { header: 'REPORTED', value: (row) => dollars(row.reported_cost), whole: true },
  { header: 'ESTIMATED', value: (row) => dollars(row.estimated_cost), whole: true },
  { header: 'CALLS', value: (row) => row.model_calls, dropOrder: 1 },
  { header: 'UNPRICED TOKENS', value: (row) => row.unpriced_tokens, dropOrder: 2 },
  { header: 'PRICES OF', value: (row) => row.prices_of, whole: true, dropOrder: 3 },
]

const date: Column<Row> = { header: 'DATE', value: (row) => row.date, whole: true }

function keyOf(row: Row): string {
  return 'user_email' in row && row.user_email !== null ? row.user_email : 'group_key' in row ? row.group_key : ''
}

export const costs = command({
  summary: 'Show what model calls cost, in US dollars by day',
  notes:
    'For owners and managers. What agents report is taken as it is; the rest is estimated by the prices of its day. What nobody reported, and what has no price, is a dash.',
  options: {
    ...rangeOptions,
    by: { type: 'text', value: 'group', choices: costGroups, summary: 'One row for each of these and day' },
  },
  examples: [
    ['muster analytics costs', 'The last four weeks'],
    ['muster analytics costs --from 2026-03-01 --to 2026-03-31 --by team', 'A month by team'],
    ['muster analytics costs --by model --json', 'For a program'],
  ],
  async run({ by, ...days }, { out, client }) {
    const { analytics } = await client()
    const group = costGroups.find((one) => one === by)
    const { data } = await analytics.costs({ ...rangeOf(days), ...(group && { group_by: group }) })
    const key: Column<Row> = { header: (group ?? '').toUpperCase(), value: keyOf }
    out.table<Row>(data, group ? [date, key, ...columns] : [date, ...columns], 'No model was called on these days.')
  },
})
