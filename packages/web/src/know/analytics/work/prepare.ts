import type { WorkGroupRow, WorkRow } from '@muster/contract/work'
import { tableOfDays } from '../../../charts/data-table.ts'
import { plainColor, type Series } from '../../../charts/series.ts'
import { totalsOf } from '../../../charts/stacks.ts'
import { type Before, sumBefore } from '../sums.ts'

type Field = { [Key in keyof WorkRow]: WorkRow[Key] extends number | null ? Key : never }[keyof WorkRow]

/** The sum of the reported values; `undefined` if no agent reported any. */
function reportedSum(rows: readonly WorkRow[], field: Field): number | undefined {
  const values = rows.flatMap((row) => row[field] ?? [])
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0)
}

export function prepareWork(rows: readonly WorkRow[], before: Before<WorkRow> | undefined) {
  const days = rows.map(({ date }) => date)
  const series = (label: string, color: number, field: Field): Series => ({
    key: field,
    label,
    color: plainColor(color),
    values: rows.map((row) => row[field] ?? undefined),
  })
  const chart = (...parts: Series[]) => ({ series: parts, table: tableOfDays(days, parts, false) })
  const wasReported = (field: Field) => before?.rows.some((row) => row[field] !== null)
  const total = (field: Field) => ({
    value: reportedSum(rows, field),
    before: wasReported(field) ? sumBefore(before, (row) => row[field] ?? 0) : undefined,
  })
  const [input, cached] = [reportedSum(rows, 'input_tokens'), reportedSum(rows, 'cache_read_tokens')]
  return {
    days,
    added: total('lines_added'),
    removed: total('lines_removed'),
    accepted: total('edits_accepted'),
    refused: total('edits_refused'),
    toolErrors: total('tool_errors'),
    modelErrors: total('model_errors'),
    activeMs: total('active_time_ms'),
    cacheRate: input ? (cached ?? 0) / input : undefined,
    lines: chart(series('Lines added', 1, 'lines_added'), series('Lines removed', 3, 'lines_removed')),
    edits: chart(series('Edits accepted', 1, 'edits_accepted'), series('Edits refused', 3, 'edits_refused')),
    errors: chart(series('Tool errors', 2, 'tool_errors'), series('Model errors', 3, 'model_errors')),
    cache: chart(series('Cache hit rate', 0, 'cache_hit_rate')),
    speed: {
      series: [series('A tool, on average', 0, 'tool_duration_ms_avg')],
      table: tableOfDays(days, [series('A tool, on average, in ms', 0, 'tool_duration_ms_avg')], false),
    },
    errorKinds: totalsOf(
      rows.map(({ tool_errors_by_kind, model_errors_by_kind }) =>
        [...tool_errors_by_kind, ...model_errors_by_kind].map(({ kind, count }) => [kind, count] as const),
      ),
    ),
  }
}

export type WorkView = ReturnType<typeof prepareWork>

/** The added lines by group, the largest first. */
export function linesOfGroups(rows: readonly WorkGroupRow[]) {
  return totalsOf([rows.map(({ group_key, lines_added }) => [group_key, lines_added ?? 0] as const)]).filter(
    ([, lines]) => lines > 0,
  )
}
