import type { Comparison } from '@muster/contract/comparison'
import { isWorkday } from '@muster/contract/days'

/** What the rows of a range are compared with. */
export interface Before<Row> {
  readonly rows: readonly Row[]
  readonly comparison: Comparison
}

interface Dated {
  readonly date: string
}

/** The sum of one number over the rows. */
export function sumOf<Row>(rows: readonly Row[], value: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + value(row), 0)
}

export function averageOf<Row>(rows: readonly Row[], value: (row: Row) => number): number {
  return rows.length === 0 ? 0 : sumOf(rows, value) / rows.length
}

/** What the sum would be if each weekday were as before; `undefined` if nothing is compared. */
export function sumBefore<Row extends Dated>(before: Before<Row> | undefined, value: (row: Row) => number) {
  return before && sumOf(before.rows, (row) => value(row) * before.comparison.weightOf(row.date))
}

/** The total of the range, what it is compared with, what a workday gives on average, and the values by day. */
export function totalOf<Row extends Dated>(
  rows: readonly Row[],
  before: Before<Row> | undefined,
  value: (row: Row) => number,
) {
  const workdays = rows.filter(({ date }) => isWorkday(date))
  return {
    value: sumOf(rows, value),
    before: sumBefore(before, value),
    perWorkday: rows.length > 1 && workdays.length > 0 ? averageOf(workdays, value) : undefined,
    values: rows.map(value),
  }
}

/** The values of the days that those of the range are compared with. */
export function daysBefore<Row extends Dated>(
  rows: readonly Row[],
  before: Before<Row> | undefined,
  value: (row: Row) => number,
) {
  if (!before) return undefined
  const byDay = new Map(before.rows.map((row) => [row.date, value(row)]))
  const days = rows.map(({ date }) => before.comparison.dayBefore(date))
  return { days, values: days.map((day) => byDay.get(day)) }
}

/** The row that the last row of the range is compared with. */
export function lastBefore<Row extends Dated>(rows: readonly Row[], before: Before<Row> | undefined): Row | undefined {
  const last = rows.at(-1)
  const day = last && before?.comparison.dayBefore(last.date)
  return before?.rows.find(({ date }) => date === day)
}
