import type { OwnUsageRow } from '@muster/contract/own-usage'
import { command } from '../command-line/command.ts'
import type { Column } from '../terminal/table.ts'
import { dollars } from './range.ts'

const columns: readonly Column<OwnUsageRow>[] = [
  { header: 'DATE', value: (row) => row.date, whole: true },
  { header: 'SESSIONS', value: (row) => row.sessions },
  { header: 'MESSAGES', value: (row) => row.messages, dropOrder: 3 },
  { header: 'TOOL CALLS', value: (row) => row.tool_calls },
  { header: 'BILLABLE TOKENS', value: (row) => row.billable_tokens },
  { header: 'MODEL', value: (row) => row.primary_model, dropOrder: 1 },
  { header: 'FINAL', value: (row) => !row.provisional, dropOrder: 2 },
]

export const me = command({
  summary: 'Show what you have used yourself, today included',
  notes: 'For everybody but guests.',
  options: {
    from: {
      type: 'text',
      value: 'day',
      summary: 'First day in UTC, such as 2026-03-01 (default: the first of this month)',
    },
    to: { type: 'text', value: 'day', summary: 'Last day (default: today)' },
  },
  examples: [
    ['muster analytics me', 'This month up to now'],
    ['muster analytics me --from 2026-02-01 --to 2026-02-28 --json', 'Another month, for a program'],
  ],
  async run({ from, to }, { out, client }) {
    const { organization } = await client()
    const usage = await organization.myUsage({
      ...(from !== undefined && { startDate: from }),
      ...(to !== undefined && { endDate: to }),
    })
    if (out.json) return out.data(usage)
    out.table(usage.data, columns, 'You were not active on these days.')
    const { month, credits_used, credit_limit, cost, unpriced_tokens } = usage.month
    const limit = credit_limit === null ? 'no limit' : `a limit of ${credit_limit.toLocaleString('en-US')}`
    const money = cost === null ? 'no known cost' : `${dollars(cost)} US dollars`
    const unpriced =
      unpriced_tokens === 0 ? '' : `, and ${unpriced_tokens.toLocaleString('en-US')} tokens without a price`
    out.note(`${month}: ${credits_used.toLocaleString('en-US')} credits of ${limit}; ${money}${unpriced}.`)
  },
})
