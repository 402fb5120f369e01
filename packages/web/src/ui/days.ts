import { addDays, type Range } from '@muster/contract/days'

export { addDays, daysOf, firstOf, lengthOf, type Range } from '@muster/contract/days'
export { earliestDay } from '@muster/contract/earliest-day'

/** The last day with numbers. */
export function yesterday(nowMs: number): string {
  return addDays(new Date(nowMs).toISOString().slice(0, 10), -1)
}

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const withWeekday = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** 3 Mar. */
export function shortDay(day: string): string {
  return short.format(Date.parse(day))
}

/** Tue 3 Mar. */
export function dayAndMonth(day: string): string {
  return withWeekday.format(Date.parse(day)).replace(',', '')
}

/** March. */
export function monthName(day: string): string {
  return month.format(Date.parse(day))
}

/** 3 Mar – 9 Mar, or 3 Mar. */
export function shortRange({ from, to }: Range): string {
  return from === to ? shortDay(from) : `${shortDay(from)} – ${shortDay(to)}`
}

/** Tue, 3 Mar 2026. */
export function longDay(day: string): string {
  return long.format(Date.parse(day))
}
