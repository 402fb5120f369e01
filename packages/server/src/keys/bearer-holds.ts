import { type BearerRow, bearerColumns, fromActiveBearers } from './bearer-repository.ts'

/** How many parameters `bearerHolds` takes. */
export const bearerParams = bearerColumns.length

/**
 * SQL that is true if a bearer is still active and exactly as it was when it was read. Its parameters are `$first` and those
 * after it.
 */
export function bearerHolds(first: number): string {
  const asked = bearerColumns.map(([, , type], index) => `$${first + index}::${type}`)
  return `exists (select 1 ${fromActiveBearers} and k.id = ${asked[0]}
     and row(${bearerColumns.map(([, place]) => place).join(', ')}) is not distinct from row(${asked.join(', ')}))`
}

/** The values for `bearerHolds`. */
export function bearerValues(row: BearerRow): unknown[] {
  return bearerColumns.map(([name]) => row[name])
}
