import { type WorkGroupRow, type WorkRow, workGroups } from '@muster/contract/work'
import { command } from '../command-line/command.ts'
import type { Column } from '../terminal/table.ts'
import { percent, rangeOf, rangeOptions } from './range.ts'

type Row = WorkRow | WorkGroupRow

const columns: readonly Column<Row>[] = [
  { header: 'LINES +', value: (row) => row.lines_added },
  { header: 'LINES -', value: (row) => row.lines_removed },
  { header: 'ACCEPTED', value: (row) => row.calls_accepted, dropOrder: 3 },
  { header: 'REFUSED', value: (row) => row.calls_refused, dropOrder: 2 },
  { header: 'TOOL ERRORS', value: (row) => row.tool_errors },
  { header: 'MODEL ERRORS', value: (row) => row.model_errors, dropOrder: 1 },
  { header: 'ACTIVE HOURS', value: (row) => hours(row.active_time_ms), whole: true, dropOrder: 4 },
  { header: 'CACHE HITS', value: (row) => percent(row.cache_hit_rate), whole: true, dropOrder: 5 },
]

const date: Column<Row> = { header: 'DATE', value: (row) => row.date, whole: true }

export const work = command({
  summary: 'Show lines, decisions, errors and active time by day',
  notes: 'For owners and managers. A dash is what no agent reported. With --json there is more.',
  options: {
    ...rangeOptions,
    by: { type: 'text', value: 'group', choices: workGroups, summary: 'One row for each of these and day' },
  },
  examples: [
    ['muster analytics work', 'The last four weeks'],
    ['muster analytics work --from 2026-03-01 --to 2026-03-07 --by agent', 'A week by agent'],
  ],
  async run({ by, ...days }, { out, client }) {
    const { analytics } = await client()
    const group = workGroups.find((one) => one === by)
    const { data } = await analytics.work({ ...rangeOf(days), ...(group && { group_by: group }) })
    const key: Column<Row> = {
      header: (group ?? '').toUpperCase(),
      value: (row) => ('group_key' in row ? row.group_key : ''),
    }
    out.table<Row>(data, group ? [date, key, ...columns] : [date, ...columns], 'Nothing was reported on these days.')
  },
})

function hours(ms: number | null): string | undefined {
  return ms === null ? undefined : (ms / 3_600_000).toFixed(1)
}
