import { describe, expect, it } from 'vitest'
import { AppError } from '../../ground/platform/app-error.ts'
import { addDays, startOf } from '../../ground/platform/days.ts'
import { parseRange, yesterday } from './dates.ts'

const now = Date.UTC(2026, 2, 10, 0, 0, 0, 0)

function refusal(startDate: string, endDate: string, nowMs = now): AppError {
  try {
    parseRange({ startDate, endDate }, nowMs)
  } catch (error) {
    if (error instanceof AppError) return error
  }
  throw new Error(`${startDate} to ${endDate} was not refused.`)
}

describe('parseRange', () => {
  it.each([
    ['2026-01-14', '2026-01-14'],
    ['2026-01-14', '2026-03-09'],
    ['2026-03-09', '2026-03-09'],
    ['2026-02-28', '2026-03-01'],
  ])('takes %s to %s', (startDate, endDate) => {
    expect(parseRange({ startDate, endDate }, now)).toEqual({ startDate, endDate })
  })

  it('takes February 29 of a leap year', () => {
    expect(parseRange({ startDate: '2028-02-29', endDate: '2028-02-29' }, Date.UTC(2028, 3, 1))).toBeDefined()
  })

  it.each(['2026-02-30', '2026-02-29', '2026-13-01', '2026-00-10', '2026-01-00', '2026-04-31', '2026-01-32'])(
    'refuses %s, which is in no calendar',
    (text) => {
      const error = refusal(text, '2026-03-01')
      expect(error.status).toBe(400)
      expect(error.errors).toEqual([
        { path: 'startDate', message: `must be a day of the calendar, which ${text} is not` },
      ])
    },
  )

  it.each([
    '',
    '2026-3-1',
    '20260301',
    '01.03.2026',
    '2026-03-01T00:00:00Z',
    ' 2026-03-01',
    '2026-03-01\n',
    '２０２６-03-01',
  ])('refuses %j, which is no date in the right form', (text) => {
    expect(refusal('2026-03-01', text).errors).toEqual([
      { path: 'endDate', message: 'must be a date written as YYYY-MM-DD, such as 2026-03-01' },
    ])
  })

  it('refuses today, and explains the lag of 24 hours', () => {
    const error = refusal('2026-03-01', '2026-03-10')
    expect(error.message).toBe(
      'endDate must be 2026-03-09 or earlier: data has a 24-hour lag and becomes available the day after, and today is not over in UTC.',
    )
    expect(error.errors?.map(({ path }) => path)).toEqual(['endDate'])
  })

  it('looks at the day in UTC, to the millisecond', () => {
    expect(refusal('2026-03-09', '2026-03-09', now - 1).message).toContain('24-hour lag')
    expect(parseRange({ startDate: '2026-03-09', endDate: '2026-03-09' }, now)).toBeDefined()
  })

  it.each(['2026-03-11', '9999-12-31'])('refuses %s, which is still to come', (text) => {
    expect(refusal('2026-03-01', text).message).toContain('still to come')
  })

  it.each(['2026-01-13', '2025-12-31', '1970-01-01', '0000-01-01'])('refuses %s, before which is no data', (text) => {
    expect(refusal(text, '2026-03-01').message).toContain('must be 2026-01-14 or later')
  })

  it('refuses a range that ends before it starts', () => {
    expect(refusal('2026-03-02', '2026-03-01').errors).toEqual([
      { path: 'startDate', message: 'must not be after endDate, 2026-03-01' },
    ])
  })

  it('names the faults of both dates', () => {
    const error = refusal('2026-02-30', '2026-03-10')
    expect(error.errors?.map(({ path }) => path)).toEqual(['startDate', 'endDate'])
    expect(error.message).toContain('calendar')
    expect(error.message).toContain('24-hour lag')
  })
})

describe('days', () => {
  it('go on over the ends of months, years and leap days', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-03-01', -29)).toBe('2026-01-31')
    expect(startOf('1970-01-02')).toBe(86_400_000)
    expect(yesterday(now)).toBe('2026-03-09')
    expect(yesterday(now - 1)).toBe('2026-03-08')
  })
})
