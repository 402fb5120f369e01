/** Days are texts such as 2026-03-01, in UTC; texts of days sort by time. */

/** Both days are inclusive. */
export interface Range {
  readonly from: string
  readonly to: string
}

const dayMs = 86_400_000

/** All days in UTC have the same length, so the next day is always 24 hours later. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)
}

/** The earliest of the days. */
export function firstOf(...days: readonly string[]): string {
  return days.toSorted()[0] ?? ''
}

/** The latest of the days. */
export function lastOf(...days: readonly string[]): string {
  return days.toSorted().at(-1) ?? ''
}

export function lengthOf({ from, to }: Range): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
}

export function daysOf(range: Range): string[] {
  return Array.from({ length: lengthOf(range) }, (_, index) => addDays(range.from, index))
}

export function firstOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`
}

export function lastOfMonth(day: string): string {
  return addDays(firstOfMonth(addDays(firstOfMonth(day), 31)), -1)
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay()
}

/** From Monday to Friday. */
export function isWorkday(day: string): boolean {
  const weekday = weekdayOf(day)
  return weekday > 0 && weekday < 6
}
