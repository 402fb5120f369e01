import type { PriceTable } from '@muster/contract/prices/price-table'
import { command } from '../command-line/command.ts'
import type { Column } from '../terminal/table.ts'

type Price = PriceTable['prices'][number]

const columns: readonly Column<Price>[] = [
  { header: 'MODEL', value: ({ model }) => model },
  { header: 'FROM', value: ({ from }) => from, whole: true },
  { header: 'TO', value: ({ to }) => to, whole: true, dropOrder: 3 },
  { header: 'INPUT', value: ({ input }) => String(input), whole: true },
  { header: 'OUTPUT', value: ({ output }) => String(output), whole: true },
  { header: 'CACHE READ', value: ({ cacheRead }) => amount(cacheRead), whole: true, dropOrder: 2 },
  { header: 'CACHE WRITE', value: ({ cacheWrite }) => amount(cacheWrite), whole: true, dropOrder: 2 },
  { header: 'LONGER PROMPTS', value: ({ long = [] }) => long.map(({ above }) => above).join(' '), dropOrder: 4 },
  { header: 'SOURCE', value: ({ source }) => source, whole: true, dropOrder: 1 },
]

export const prices = command({
  summary: 'Show the prices by which costs are estimated, in US dollars for a million tokens',
  notes: 'For owners and managers. Owners set prices of their own with the control modelPrices: muster controls edit.',
  positionals: { model: { optional: true, summary: 'Only models whose name contains this' } },
  examples: [
    ['muster analytics prices', 'All of them'],
    ['muster analytics prices opus', 'Those of some models'],
  ],
  async run({ model }, { out, client }) {
    const { analytics } = await client()
    const table = await analytics.prices()
    if (out.json && model === undefined) return out.data(table)
    const wanted = table.prices.filter((price) => price.model.includes(model?.toLowerCase() ?? ''))
    out.table(wanted, columns, 'No model with such a name has a price.')
    if (!out.json) out.note(`List prices of ${table.pricesOf}.`)
  },
})

function amount(value: number | undefined): string | undefined {
  return value === undefined ? undefined : String(value)
}
