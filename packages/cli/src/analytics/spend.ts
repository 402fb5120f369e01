import type { Spend } from '@muster/contract/spend'
import { command } from '../command-line/command.ts'
import type { Column } from '../terminal/table.ts'
import { dollars } from './range.ts'

type Driver = Spend['drivers'][number]

const columns: readonly Column<Driver>[] = [
  { header: 'TEAM', value: ({ team }) => team },
  { header: 'PERSON', value: ({ user, userName }) => userName ?? user },
  { header: 'REPOSITORY', value: ({ repository }) => repository },
  { header: 'MODEL', value: ({ model }) => model },
  { header: 'AGENT', value: ({ agent }) => agent, dropOrder: 1 },
  {
    header: 'CHANGE',
    value: ({ change }) => `${change > 0 ? '+' : '-'}${dollars(Math.abs(change))}`,
    align: 'right',
    whole: true,
  },
]

export const spend = command({
  summary: 'Tell what a month costs, where it goes, and what changed',
  notes:
    'For owners and managers. Amounts are in US dollars; today counts as far as it is known. Changes are those since the same days of the month before, weekday by weekday.',
  options: { month: { type: 'text', value: 'month', summary: 'Such as 2026-03 (default: this month)' } },
  examples: [
    ['muster analytics spend', 'This month so far, with a forecast'],
    ['muster analytics spend --month 2026-03', 'An earlier month'],
  ],
  async run({ month }, { out, client }) {
    const { analytics } = await client()
    const told = await analytics.spend(month === undefined ? {} : { month })
    if (out.json) return out.data(told)
    for (const sentence of told.sentences) out.note(sentence)
    out.table(told.drivers, columns, 'Nothing changed that is known.')
  },
})
