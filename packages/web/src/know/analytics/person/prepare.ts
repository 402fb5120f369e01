import type { UserRow } from '@muster/contract/analytics'
import { tableOfDays } from '../../../charts/data-table.ts'
import { plainColor, type Series } from '../../../charts/series.ts'
import { daysOf, type Range } from '../../../ui/days.ts'
import { type Before, sumBefore, sumOf } from '../sums.ts'

/** The days of one person; days without activity are zero. */
export function preparePerson(rows: readonly UserRow[], before: Before<UserRow> | undefined, range: Range) {
  const days = daysOf(range)
  const byDay = new Map(rows.map((row) => [row.date, row]))
  const series = (key: string, label: string, color: number, value: (row: UserRow) => number): Series => ({
    key,
    label,
    color: plainColor(color),
    values: days.map((day) => {
      const row = byDay.get(day)
      return row ? value(row) : 0
    }),
  })
  const tokens = [series('tokens', 'Billable tokens', 0, (row) => row.billable_tokens)]
  const work = [
    series('tools', 'Tool calls', 0, (row) => row.tool_calls),
    series('messages', 'Messages', 1, (row) => row.messages),
  ]
  const code = [
    series('edited', 'Files edited', 0, (row) => row.files_edited),
    series('created', 'Files created', 1, (row) => row.files_created),
    series('commits', 'Commits', 2, (row) => row.git_commits),
  ]
  const total = (value: (row: UserRow) => number) => ({
    value: sumOf(rows, value),
    before: sumBefore(before, value),
  })
  return {
    days,
    email: rows.find((row) => row.user_email !== null)?.user_email ?? undefined,
    activeDays: rows.length,
    tokens,
    tokensTable: tableOfDays(days, tokens, true),
    work,
    workTable: tableOfDays(days, work, false),
    code,
    codeTable: tableOfDays(days, code, false),
    totals: {
      tokens: total((row) => row.billable_tokens),
      sessions: total((row) => row.sessions),
      toolCalls: total((row) => row.tool_calls),
      commits: total((row) => row.git_commits),
    },
    model: mostOf(rows.map((row) => row.primary_model)),
    autonomy: mostOf(rows.map((row) => row.delegation_level)),
    languages: [...new Set(rows.flatMap((row) => row.languages))].toSorted(),
  }
}

export type PersonView = ReturnType<typeof preparePerson>

/** The most frequent value. */
function mostOf(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const name of names) if (name) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0]
}
