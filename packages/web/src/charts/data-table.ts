import type { Series } from './series.ts'

/** The exact numbers of a chart, for its table and its file. */
export interface DataTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number | undefined)[])[]
}

/** One row per day, one column per series; with a total if the series are parts of a whole. */
export function tableOfDays(days: readonly string[], series: readonly Series[], hasTotal: boolean): DataTable {
  const isSummed = hasTotal && series.length > 1
  return {
    columns: ['Date', ...(isSummed ? ['Total'] : []), ...series.map(({ label }) => label)],
    rows: days.map((day, index) => {
      const values = series.map(({ values }) => values[index])
      return [day, ...(isSummed ? [values.reduce((sum: number, value) => sum + (value ?? 0), 0)] : []), ...values]
    }),
  }
}

/**
 * Prevents a spreadsheet from parsing the text as a formula. Sums of fractions are rounded to 15 exact digits; the
 * others would show 0.30000000000000004.
 */
function cell(value: string | number | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(15)))
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvOf({ columns, rows }: DataTable): string {
  return `${[columns, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}
