import type { ProductivityRow } from '@muster/contract/analytics'
import { largestFirst, sumOf } from './counts.ts'
import type { DayTally } from './day-tally.ts'

export function productivityRow(day: string, { persons, extensions, languages }: DayTally): ProductivityRow {
  return {
    date: day,
    files_created: sumOf(persons, ({ filesCreated }) => filesCreated),
    files_edited: sumOf(persons, ({ filesEdited }) => filesEdited),
    by_extension: largestFirst(extensions).map(([extension, count]) => ({ extension, count })),
    by_language: largestFirst(languages).map(([language, count]) => ({ language, count })),
    git_commits: sumOf(persons, ({ gitCommits }) => gitCommits),
    git_prs_created: sumOf(persons, ({ gitPrsCreated }) => gitPrsCreated),
  }
}
