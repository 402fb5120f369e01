/** The sum of one number over the rows. */
export function sumOf<Row>(rows: readonly Row[], value: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + value(row), 0)
}

export function averageOf<Row>(rows: readonly Row[], value: (row: Row) => number): number {
  return rows.length === 0 ? 0 : sumOf(rows, value) / rows.length
}

/** The total of the period, that of the preceding period if there is one, and the values by day. */
export function totalOf<Row>(rows: readonly Row[], before: readonly Row[] | undefined, value: (row: Row) => number) {
  return { value: sumOf(rows, value), before: before && sumOf(before, value), values: rows.map(value) }
}
