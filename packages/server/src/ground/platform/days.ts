export { addDays } from '@muster/contract/days'

export const dayMs = 24 * 60 * 60 * 1000

/** The day of a time in UTC, such as 2026-03-01. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}

export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`)
}

/** Returns a check whether a time is on a day. Formatting the day of each time would take twenty times as long. */
export function timesOf(day: string): (timeMs: number) => boolean {
  const start = startOf(day)
  return (timeMs) => timeMs >= start && timeMs < start + dayMs
}
