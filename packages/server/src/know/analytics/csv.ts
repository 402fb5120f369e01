import type { TProperties, TSchema } from 'typebox'

/** Renders one row at a time, so that memory use does not depend on the number of rows. */
export interface RowFormat {
  readonly mediaType: string
  /** Written before the first row, even if there are no rows. */
  readonly head: string
  line(row: object): string
}

export const ndjson: RowFormat = {
  mediaType: 'application/x-ndjson; charset=utf-8',
  head: '',
  line: (row) => `${JSON.stringify(row)}\n`,
}

/**
 * CSV as in RFC 4180, in UTF-8, with a header line. The columns are those of the row's schema, so they do not depend on
 * the rows. An object has a column for each of its fields (`tool_autonomy_level_ratio.manual`); a list is one cell of
 * JSON, since its length varies from row to row. `null` is an empty cell.
 */
export function csv(row: TSchema): RowFormat {
  const columns = columnsOf(row, [])
  return {
    mediaType: 'text/csv; charset=utf-8; header=present',
    head: record(columns.map((path) => path.join('.'))),
    line: (row) => record(columns.map((path) => valueAt(row, path))),
  }
}

type Path = readonly string[]

function columnsOf(schema: TSchema, path: Path): Path[] {
  const { properties } = schema as { properties?: TProperties }
  if (!properties) return [path]
  return Object.entries(properties).flatMap(([name, property]) => columnsOf(property, [...path, name]))
}

function valueAt(row: object, path: Path): unknown {
  return path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], row)
}

function record(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return quoted(JSON.stringify(value))
  return quoted(formulaStart.test(value) ? `'${value}` : value)
}

/**
 * Spreadsheets run a cell that begins like this as a formula, and tool names and e-mails are untrusted input. A leading
 * quote makes it text; numbers never get here. The wide forms count in Japanese settings.
 */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/

/** Quotes keep white space at the edges, which some readers would trim. */
function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
