import { dayMs, dayOf } from './days.ts'

/** Days since 1970, for calculations. */
export type DayNumber = number

export function toDayNumber(day: string): DayNumber {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs)
}

export function toDay(number: DayNumber): string {
  return dayOf(number * dayMs)
}

/** The share of a usual working day's work on this day: a few people also work on weekends and public holidays. */
export function paceOf(number: DayNumber): number {
  const weekday = weekdayOf(number)
  if (weekday === 0 || weekday === 6 || isHoliday(number)) return 0.05
  if (isBetweenTheYears(toDay(number))) return 0.3
  return { 1: 0.93, 5: 0.84 }[weekday] ?? 1
}

/** 0 is Sunday. */
export function weekdayOf(number: DayNumber): number {
  return (number + 4) % 7
}

/** Public holidays of the United States on which offices are closed. */
export function isHoliday(number: DayNumber): boolean {
  const year = Number(toDay(number).slice(0, 4))
  // New Year's Day of the next year may be observed on the last day of this one.
  return holidaysOf(year).has(number) || holidaysOf(year + 1).has(number)
}

const known = new Map<number, ReadonlySet<DayNumber>>()

function holidaysOf(year: number): ReadonlySet<DayNumber> {
  const thanksgiving = nth(year, 11, 4, 4)
  return known.getOrInsertComputed(
    year,
    () =>
      new Set([
        observed(`${year}-01-01`),
        nth(year, 1, 1, 3),
        nth(year, 2, 1, 3),
        // The last Monday of May.
        nth(year, 6, 1, 1) - 7,
        observed(`${year}-06-19`),
        observed(`${year}-07-04`),
        nth(year, 9, 1, 1),
        thanksgiving,
        thanksgiving + 1,
        observed(`${year}-12-25`),
      ]),
  )
}

/** The n-th occurrence of a weekday in a month. */
function nth(year: number, month: number, weekday: number, n: number): DayNumber {
  const first = toDayNumber(`${year}-${String(month).padStart(2, '0')}-01`)
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1)
}

/** A holiday on a Saturday is observed the day before, one on a Sunday the day after. */
function observed(day: string): DayNumber {
  const number = toDayNumber(day)
  return number + ({ 6: -1, 0: 1 }[weekdayOf(number)] ?? 0)
}

function isBetweenTheYears(day: string): boolean {
  return day.slice(5) >= '12-24'
}
