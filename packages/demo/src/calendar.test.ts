import { describe, expect, it } from 'vitest'
import { isHoliday, paceOf, toDay, toDayNumber } from './calendar.ts'

function holidaysBetween(from: string, through: string): string[] {
  const days = Array.from({ length: toDayNumber(through) - toDayNumber(from) + 1 }, (_, i) => toDayNumber(from) + i)
  return days.filter(isHoliday).map(toDay)
}

describe('the calendar of the demonstration', () => {
  it('has the public holidays of 2026, on the days on which they are observed', () => {
    expect(holidaysBetween('2026-01-01', '2026-12-31')).toEqual([
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-05-25',
      '2026-06-19',
      '2026-07-03',
      '2026-09-07',
      '2026-11-26',
      '2026-11-27',
      '2026-12-25',
    ])
  })

  it('observes a New Year’s Day that is a Saturday in the year before', () => {
    expect(holidaysBetween('2027-12-24', '2028-01-03')).toEqual(['2027-12-24', '2027-12-31'])
  })

  it('is busiest in the middle of the week', () => {
    const paces = ['2026-03-02', '2026-03-04', '2026-03-06', '2026-03-07'].map((day) => paceOf(toDayNumber(day)))
    const [monday = 0, wednesday = 0, friday = 0, saturday = 0] = paces
    expect(wednesday).toBeGreaterThan(monday)
    expect(monday).toBeGreaterThan(friday)
    expect(friday).toBeGreaterThan(5 * saturday)
  })
})
