import type { AdoptionRow } from '@muster/contract/adoption'
import { tableOfDays } from '../../../charts/data-table.ts'
import { plainColor, type Series } from '../../../charts/series.ts'
import { type Before, lastBefore } from '../sums.ts'

type Field = Exclude<keyof AdoptionRow, 'date' | 'by_team'>

export function prepareAdoption(rows: readonly AdoptionRow[], before: Before<AdoptionRow> | undefined) {
  const days = rows.map(({ date }) => date)
  const series = (label: string, color: number, field: Field): Series => ({
    key: field,
    label,
    color: plainColor(color),
    values: rows.map((row) => row[field]),
  })
  const chart = (...parts: Series[]) => ({ series: parts, table: tableOfDays(days, parts, false) })
  // Each row covers the preceding 30 days, so the last one represents the whole range.
  const [last, earlier] = [rows.at(-1), lastBefore(rows, before)]
  const state = (field: Field) => ({ value: last?.[field] ?? 0, before: earlier?.[field] })
  return {
    days,
    members: state('members'),
    active: state('active'),
    new: state('new'),
    returning: state('returning'),
    lapsed: state('lapsed'),
    stickiness: state('stickiness'),
    people: chart(series('Members', 4, 'members'), series('Active in 30 days', 0, 'active')),
    flow: chart(series('New', 1, 'new'), series('Returning', 0, 'returning'), series('Lapsed', 3, 'lapsed')),
    sticky: chart(series('Stickiness', 0, 'stickiness')),
    teams: (last?.by_team ?? []).toSorted((a, b) => b.active - a.active || (a.team < b.team ? -1 : 1)),
  }
}

export type AdoptionView = ReturnType<typeof prepareAdoption>
