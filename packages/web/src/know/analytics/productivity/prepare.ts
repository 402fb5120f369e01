import type { ProductivityRow } from '@muster/contract/analytics'
import { tableOfDays } from '../../../charts/data-table.ts'
import { plainColor } from '../../../charts/series.ts'
import { totalsOf } from '../../../charts/stacks.ts'
import { type Before, daysBefore, totalOf } from '../sums.ts'

export function prepareProductivity(rows: readonly ProductivityRow[], before: Before<ProductivityRow> | undefined) {
  const days = rows.map(({ date }) => date)
  const files = [
    { key: 'created', label: 'Created', color: plainColor(1), values: rows.map((row) => row.files_created) },
    { key: 'edited', label: 'Edited', color: plainColor(0), values: rows.map((row) => row.files_edited) },
  ]
  const commits = [
    { key: 'commits', label: 'Commits', color: plainColor(0), values: rows.map((row) => row.git_commits) },
    { key: 'prs', label: 'Pull requests', color: plainColor(2), values: rows.map((row) => row.git_prs_created) },
  ]
  return {
    days,
    edited: totalOf(rows, before, (row) => row.files_edited),
    created: totalOf(rows, before, (row) => row.files_created),
    commits: totalOf(rows, before, (row) => row.git_commits),
    pullRequests: totalOf(rows, before, (row) => row.git_prs_created),
    files,
    filesTable: tableOfDays(days, files, true),
    previousFiles: daysBefore(rows, before, (row) => row.files_created + row.files_edited),
    git: commits,
    gitTable: tableOfDays(days, commits, false),
    languages: totalsOf(rows.map((row) => row.by_language.map(({ language, count }) => [language, count] as const))),
    extensions: totalsOf(
      rows.map((row) => row.by_extension.map(({ extension, count }) => [extension, count] as const)),
    ),
  }
}

export type ProductivityView = ReturnType<typeof prepareProductivity>
