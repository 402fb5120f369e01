export const dayMs = 24 * 60 * 60 * 1000

/** The day of a time in UTC, such as 2026-03-01. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}
