import { quarterMs } from '../ledger/ledger.ts'
import { machineZone } from './machine-zone.ts'

/**
 * The day of a time in a time zone, as `2026-11-15`. Offsets of time zones are multiples of a quarter of an hour, and
 * so are the times at which they change. Throws RangeError for an unknown zone.
 */
export function dayInZone(timeZone: string): (timeMs: number) => string {
  const dayOf = timeZone === machineZone() ? dayOfMachine : dayByFormat(timeZone)
  const known = new Map<number, string>()
  // Consecutive calls are usually in the same quarter.
  let last = Number.NaN
  let day = ''
  return (timeMs) => {
    const quarter = Math.floor(timeMs / quarterMs)
    if (quarter === last) return day
    last = quarter
    day = known.get(quarter) ?? dayOf(quarter * quarterMs)
    known.set(quarter, day)
    return day
  }
}

/** `Date` knows the machine's zone, which is faster than a format. */
function dayOfMachine(timeMs: number): string {
  const date = new Date(timeMs)
  return [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-')
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0')
}

function dayByFormat(timeZone: string): (timeMs: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (timeMs) => format.format(timeMs)
}

/** The Monday of the day's week. */
export function weekOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}
