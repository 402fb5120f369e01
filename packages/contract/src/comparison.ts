import { addDays, daysOf, firstOf, firstOfMonth, lastOf, lastOfMonth, lengthOf, type Range, weekdayOf } from './days.ts'

/** What a range is compared with. Weekdays always meet: work follows them, and a Monday says nothing about a Saturday. */
export interface Comparison {
  /** The days whose numbers are compared with those of the range. */
  readonly days: Range
  /** The days to read: the same, and those that are drawn beside the range. */
  readonly range: Range
  /** The day that a day of the range is drawn beside. */
  readonly dayBefore: (day: string) => string
  /** How often a day counts in what the whole range is compared with. */
  readonly weightOf: (day: string) => number
}

/** As many days before, moved by whole weeks. */
export function weeksBefore(range: Range): Comparison {
  const back = -7 * Math.ceil(lengthOf(range) / 7)
  const days = { from: addDays(range.from, back), to: addDays(range.to, back) }
  return { days, range: days, dayBefore: (day) => addDays(day, back), weightOf: (day) => Number(isIn(days, day)) }
}

/**
 * The same days of the month before, but at least a week. Months begin on different weekdays: what the days before gave
 * on average on each weekday counts as often as this range has that weekday. Days are drawn beside those of four weeks
 * before, which are never more than three days away from the same date.
 */
export function monthBefore(range: Range): Comparison {
  const last = addDays(firstOfMonth(range.from), -1)
  const from = firstOfMonth(last)
  const sameDays = addDays(from, Math.max(7, lengthOf(range)) - 1)
  const days = { from, to: range.to === lastOfMonth(range.to) ? last : firstOf(sameDays, last) }
  const [now, before] = [weekdaysIn(range), weekdaysIn(days)]
  return {
    days,
    range: { from, to: lastOf(addDays(range.to, -28), days.to) },
    dayBefore: (day) => addDays(day, -28),
    weightOf(day) {
      const weekday = weekdayOf(day)
      return isIn(days, day) ? (now[weekday] ?? 0) / (before[weekday] ?? 1) : 0
    },
  }
}

function isIn({ from, to }: Range, day: string): boolean {
  return day >= from && day <= to
}

/** How often a range has each weekday. */
function weekdaysIn(range: Range): number[] {
  const counts = Array<number>(7).fill(0)
  for (const day of daysOf(range)) counts[weekdayOf(day)] = (counts[weekdayOf(day)] ?? 0) + 1
  return counts
}
