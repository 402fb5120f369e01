import type { Series } from './series.ts'

/** What a chart shows, as exact numbers: for its table and for its file. */
export interface DataTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number | undefined)[])[]
}

/** A row for each day, a column for each series; with a sum where the series are parts of a whole. */
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
 * Keeps a spreadsheet from reading the text as a formula. A sum of fractions has 15 digits that can be trusted: the others
 * would show 0.30000000000000004.
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
