/** The calendar month in UTC, as in 2026-03. */
export function monthOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7)
}

export function monthBefore(month: string): string {
  return monthOf(Date.parse(`${month}-01T00:00:00Z`) - 1)
}
