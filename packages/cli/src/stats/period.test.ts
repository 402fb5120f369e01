import { expect, it } from 'vitest'
import { periodOf } from './period.ts'

const weekday = (day = '') => new Date(day).getUTCDay()

it.each([
  ['2026-03-02', '2026-03-02', '2026-02-23', '2026-02-23'],
  ['2026-03-02', '2026-03-08', '2026-02-23', '2026-03-01'],
  ['2026-03-01', '2026-03-31', '2026-01-25', '2026-02-24'],
])('%s to %s is compared with as many days whole weeks before, from %s to %s', (from, to, startDate, endDate) => {
  const { before } = periodOf(from, to)
  expect(before).toEqual({ startDate, endDate })
  expect(weekday(before?.startDate)).toBe(weekday(from))
})

it('is compared with nothing before the first day with numbers', () => {
  expect(periodOf('2026-01-20', '2026-01-26').before).toBeUndefined()
})
