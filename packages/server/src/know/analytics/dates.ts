import { earliestDay } from '@muster/contract/analytics'
import type { FieldError } from '@muster/contract/errors'
import { AppError, invalid } from '../../ground/platform/app-error.ts'
import { dayMs, dayOf, startOf } from '../../ground/platform/days.ts'

/** Days in UTC, both included. */
export interface DayRange {
  readonly startDate: string
  readonly endDate: string
}

/** Throws 400 that names every fault of the two dates. `nowMs` decides which days are in the past. */
export function parseRange(query: DayRange, nowMs: number, last: 'yesterday' | 'today' = 'yesterday'): DayRange {
  const { startDate, endDate } = query
  const errors: FieldError[] = []
  for (const [path, text] of [
    ['startDate', startDate],
    ['endDate', endDate],
  ] as const) {
    const message = dayFault(text, nowMs, last)
    if (message) errors.push({ path, message })
  }
  if (errors.length === 0 && startDate > endDate) {
    errors.push({ path: 'startDate', message: `must not be after endDate, ${endDate}` })
  }
  if (errors.length > 0) {
    const detail = errors.map(({ path, message }) => `${path} ${message}.`).join(' ')
    throw new AppError('invalid_request', detail, { errors })
  }
  return { startDate, endDate }
}

/** Like `parseRange`, for any days of the calendar. */
export function parseDays(query: DayRange): DayRange {
  const { startDate, endDate } = query
  for (const [path, text] of [
    ['startDate', startDate],
    ['endDate', endDate],
  ] as const) {
    if (!isDay(text)) throw invalid(path, `must be a day of the calendar, which ${text} is not`)
  }
  if (startDate > endDate) throw invalid('startDate', `must not be after endDate, ${endDate}`)
  return { startDate, endDate }
}

/** The last complete day in UTC, which is the last one with numbers. */
export function yesterday(nowMs: number): string {
  return dayOf(nowMs - dayMs)
}

export function dayCount({ startDate, endDate }: DayRange): number {
  return (startOf(endDate) - startOf(startDate)) / dayMs + 1
}

/** Returns what the text must be instead; `undefined` for a valid past day. */
function dayFault(text: string, nowMs: number, lastOfAll: 'yesterday' | 'today'): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'must be a date written as YYYY-MM-DD, such as 2026-03-01'
  if (!isDay(text)) return `must be a day of the calendar, which ${text} is not`
  if (text < earliestDay) return `must be ${earliestDay} or later, since there is no data before that day`
  if (lastOfAll === 'today') {
    const today = dayOf(nowMs)
    return text <= today ? undefined : `must be ${today} or earlier: that day is still to come in UTC`
  }
  const last = yesterday(nowMs)
  if (text <= last) return undefined
  const which = text === dayOf(nowMs) ? 'today is not over' : 'that day is still to come'
  return `must be ${last} or earlier: data has a 24-hour lag and becomes available the day after, and ${which} in UTC`
}

/** `Date` turns February 30 into a day of March, so only an existing day comes back unchanged. */
function isDay(text: string): boolean {
  const ms = startOf(text)
  return !Number.isNaN(ms) && dayOf(ms) === text
}
