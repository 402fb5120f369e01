import type { DayNumber } from '../calendar.ts'
import type { Person } from '../people.ts'

/** A person's first day in the story. Many people began before the story does. */
export function beginOf({ begins }: Person, firstDay: DayNumber): DayNumber {
  return Math.max(begins, firstDay)
}
