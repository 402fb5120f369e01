import type { CostGroup } from '@muster/contract/costs'
import { groupBy } from '@muster/contract/group-by'
import type { Grouping } from '@muster/history/summary/group'
import type { Client } from '@muster/sdk'
import { nothingReported } from '../analytics/nothing-reported.ts'
import { rangeOf } from '../analytics/range.ts'
import { usage } from '../command-line/failure.ts'
import { changeOf, periodOf } from '../stats/period.ts'
import { bar } from '../terminal/bar.ts'
import type { Output } from '../terminal/output.ts'
import { sparkline } from '../terminal/sparkline.ts'
import type { Column } from '../terminal/table.ts'
import { dollars, shortCount } from './amounts.ts'

interface Spent {
  readonly date: string
  readonly group_key?: string
  readonly cost: number | null
  readonly estimated_cost: number | null
  readonly model_calls: number
  readonly unpriced_tokens: number
}

interface Line {
  readonly name: string
  readonly calls: number
  readonly cost: number
  /** False if no agent reported a cost, and no call has a price. */
  readonly isKnown: boolean
  readonly isEstimated: boolean
  readonly unpriced: number
}

/** The service's name for each grouping. */
const groups: Partial<Record<Grouping, CostGroup>> = { model: 'model', agent: 'agent', project: 'repository' }

/** The usage and cost of the whole organization, from the service, compared with the preceding days. */
export async function showTeamUsage(
  client: Client,
  by: Grouping,
  days: { readonly since: string | undefined; readonly until: string | undefined },
  out: Output,
): Promise<void> {
  const group = groups[by]
  if (group === undefined && by !== 'day' && by !== 'month') {
    throw usage(
      'The service tells of the team by day, month, model, agent or project.',
      '`muster analytics costs --by user` tells of people.',
    )
  }
  const { startDate, endDate } = rangeOf({ from: days.since, to: days.until })
  const { days: count, before } = periodOf(startDate, endDate)
  const query = { startDate, endDate, ...(group && { group_by: group }) }
  const [{ data }, past] = await Promise.all([
    client.analytics.costs(query),
    before === undefined ? undefined : client.analytics.costs(before),
  ])
  const rows: readonly Spent[] = data
  if (out.json) return out.data({ startDate, endDate, by, rows, before: past?.data ?? null })
  const keyOf = ({ date, group_key: key }: Spent) => (by === 'month' ? date.slice(0, 7) : group ? (key ?? '') : date)
  const lines = [...groupBy(rows, keyOf)].map(([name, own]) => lineOf(name, own))
  const sorted = group ? lines.toSorted((a, b) => b.cost - a.cost || b.calls - a.calls) : lines
  const total = lineOf('TOTAL', rows)
  const earlier = past && lineOf('', past.data)
  if (total.calls === 0 && (earlier?.calls ?? 0) === 0) return out.note(nothingReported)
  const most = Math.max(0, ...lines.map(({ cost }) => cost))
  out.table([...sorted, total], columnsOf(by, most, out.isPerson), '')
  const byDay = groupBy(rows, ({ date }) => periodOf(startDate, date).days - 1)
  // Groups have no rows for days without usage.
  const costs = Array.from({ length: count }, (_, day) => lineOf('', byDay.get(day) ?? []).cost)
  const line = sparkline(costs, 30)
  const change = changeOf(total.cost, earlier?.cost)
  out.note(
    `${line}  ${startDate} to ${endDate}${earlier ? `, before ${costText(earlier)}` : ''}${change ? ` (${change})` : ''}`,
  )
  if (total.unpriced > 0) out.note(`${shortCount(total.unpriced)} tokens have no price, and are in no cost.`)
}

function lineOf(name: string, rows: readonly Spent[]): Line {
  const sum = (value: (row: Spent) => number | null) => rows.reduce((all, row) => all + (value(row) ?? 0), 0)
  return {
    name,
    calls: sum((row) => row.model_calls),
    cost: sum((row) => row.cost),
    isKnown: rows.some((row) => row.cost !== null),
    isEstimated: sum((row) => row.estimated_cost) > 0,
    unpriced: sum((row) => row.unpriced_tokens),
  }
}

function costText({ calls, cost, isKnown, isEstimated }: Line, isPerson = true): string {
  if (calls > 0 && !isKnown) return '-'
  return `${isEstimated ? '~' : ''}${dollars(cost, isPerson)}`
}

function columnsOf(by: Grouping, most: number, isPerson: boolean): readonly Column<Line>[] {
  const bold = ({ name }: Line) => (name === 'TOTAL' ? ('bold' as const) : undefined)
  return [
    { header: by.toUpperCase(), value: ({ name }) => name, color: bold, least: 20 },
    { header: 'CALLS', value: ({ calls }) => (isPerson ? shortCount(calls) : calls), align: 'right', whole: true },
    { header: 'COST', value: (line) => costText(line, isPerson), align: 'right', whole: true, color: bold },
    {
      header: '',
      value: ({ name, cost }) => (name === 'TOTAL' || most === 0 ? '' : bar(cost / most, 20)),
      color: () => 'cyan',
      whole: true,
      empty: '',
      dropOrder: 1,
    },
  ]
}
