import type { DayNumber } from '../calendar.ts'
import type { Person } from '../people.ts'

/** Somebody's first day in the story: many had begun before it does. */
export function beginOf({ begins }: Person, firstDay: DayNumber): DayNumber {
  return Math.max(begins, firstDay)
}
