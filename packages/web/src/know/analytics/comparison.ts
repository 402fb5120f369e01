import { addDays, firstOf, lastOf, lengthOf, monthName, type Range, shortRange } from '../../ui/days.ts'

/** What a range is compared with. Weekdays always meet: work follows them, and a Monday says nothing about a Saturday. */
export interface Comparison {
  /** What people call it. */
  readonly name: string
  /** The days to read. */
  readonly range: Range
  /** The day that a day of the range is compared with. */
  readonly dayBefore: (day: string) => string
  /** How often a day that was read counts in what the whole range is compared with. */
  readonly weightOf: (day: string) => number
}

/** As many days before, moved by whole weeks. */
export function weeksBefore(range: Range): Comparison {
  const back = -7 * Math.ceil(lengthOf(range) / 7)
  const before = { from: addDays(range.from, back), to: addDays(range.to, back) }
  return {
    name: shortRange(before),
    range: before,
    dayBefore: (day) => addDays(day, back),
    weightOf: (day) => Number(isIn(before, day)),
  }
}

/**
 * The same days of the month before, but at least a week. Months begin on different weekdays: what the days before gave
 * on average on each weekday counts as often as this range has that weekday. Days are drawn beside those of four weeks
 * before, which are never more than three days away from the same date.
 */
export function monthBefore(range: Range): Comparison {
  const from = firstOfMonth(addDays(firstOfMonth(range.from), -1))
  const last = addDays(firstOfMonth(range.from), -1)
  const wanted = addDays(from, Math.max(7, lengthOf(range)) - 1)
  const isWhole = addDays(range.to, 1) === firstOfMonth(addDays(range.to, 1))
  const same = { from, to: isWhole ? last : firstOf(wanted, last) }
  const [now, before] = [weekdaysIn(range), weekdaysIn(same)]
  return {
    name: same.to === last ? monthName(from) : shortRange(same),
    range: { from, to: lastOf(addDays(range.to, -28), same.to) },
    dayBefore: (day) => addDays(day, -28),
    weightOf(day) {
      const weekday = weekdayOf(day)
      return isIn(same, day) ? (now[weekday] ?? 0) / (before[weekday] ?? 1) : 0
    },
  }
}

export function firstOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`
}

/** From Monday to Friday. */
export function isWorkday(day: string): boolean {
  const weekday = weekdayOf(day)
  return weekday > 0 && weekday < 6
}

function isIn({ from, to }: Range, day: string): boolean {
  return day >= from && day <= to
}

function weekdayOf(day: string): number {
  return new Date(day).getUTCDay()
}

/** How often a range has each weekday. */
function weekdaysIn(range: Range): number[] {
  const counts = Array<number>(7).fill(0)
  for (let day = range.from; day <= range.to; day = addDays(day, 1))
    counts[weekdayOf(day)] = (counts[weekdayOf(day)] ?? 0) + 1
  return counts
}
