import { nothingReported } from '../../analytics/nothing-reported.ts'
import { rangeOf, rangeOptions } from '../../analytics/range.ts'
import { command } from '../../command-line/command.ts'
import { changeOf, periodOf } from '../../stats/period.ts'
import { type Metric, readStats } from '../../stats/read-stats.ts'
import { sparkline } from '../../terminal/sparkline.ts'
import type { Column } from '../../terminal/table.ts'
import { dollars, shortCount } from '../../usage/amounts.ts'

const lineWidth = 20

/** A small positive number must not be rounded to 0. */
const amountOf = (metric: Metric, value: number, isPerson: boolean) => {
  if (metric.unit === 'dollars') return dollars(value, isPerson)
  if (!isPerson) return Number(value.toFixed(4))
  return value > 0 && value < 0.1 ? '<0.1' : shortCount(Math.round(value * 10) / 10)
}

const columnsFor = (isPerson: boolean): readonly Column<Metric>[] => [
  { header: '', value: ({ name }) => name, whole: true },
  { header: 'BY DAY', value: ({ values }) => sparkline(values, lineWidth), color: () => 'cyan', whole: true },
  { header: 'TOTAL', value: (metric) => amountOf(metric, metric.total, isPerson), align: 'right', whole: true },
  {
    header: 'BEFORE',
    value: (metric) => (metric.before === undefined ? undefined : amountOf(metric, metric.before, isPerson)),
    align: 'right',
    whole: true,
  },
  { header: 'CHANGE', value: ({ total, before }) => changeOf(total, before), align: 'right', whole: true },
]

export const stats = command({
  summary: 'Show how the organization uses agents, beside the days before',
  notes:
    'For owners and managers. Days are in UTC. They are compared with as many days whole weeks before, so that weekdays meet.',
  options: rangeOptions,
  examples: [
    ['muster stats', 'The last four weeks'],
    ['muster stats --from 2026-03-01 --to 2026-03-31', 'A month beside as many days, five weeks before'],
  ],
  async run(args, { out, client }) {
    const { startDate, endDate } = rangeOf(args)
    const period = periodOf(startDate, endDate)
    const metrics = await readStats(await client(), period)
    if (out.json) return out.data({ startDate, endDate, before: period.before ?? null, metrics })
    out.table(metrics, columnsFor(out.isPerson), '')
    const compared = period.before ? `before: ${period.before.startDate} to ${period.before.endDate}` : 'nothing before'
    out.note(`${startDate} to ${endDate}; ${compared}.`)
    if (metrics.every(({ total, before = 0 }) => total === 0 && before === 0)) out.note(nothingReported)
  },
})
