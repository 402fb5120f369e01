import { describe, expect, it } from 'vitest'
import { localTime, parseMoment, relativeTime } from './time.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const day = 86_400_000

describe('relativeTime', () => {
  it.each([
    [0, 'just now'],
    [-9_000, 'just now'],
    [-30_000, '30 s ago'],
    [-90_000, '1 min ago'],
    [-59 * 60_000, '59 min ago'],
    [-23.9 * 3_600_000, '23 h ago'],
    [-29.9 * day, '29 d ago'],
    [30 * day - 1000, 'in 30 d'],
    [59.6 * 60_000, 'in 1 h'],
    [-400 * day, '2025-01-25'],
  ])('of %i ms is %s', (differenceMs, text) => {
    expect(relativeTime(new Date(now + differenceMs), now)).toBe(text)
  })
})

describe('localTime', () => {
  it('shows its offset from UTC', () => {
    const text = localTime(new Date(now))
    expect(text).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d\d:\d\d$/)
    expect(Date.parse(text.replace(' ', 'T').replace(' ', ''))).toBe(now)
  })
})

describe('parseMoment', () => {
  it('reads durations and dates, and nothing else', () => {
    expect(parseMoment('30d', now)?.getTime()).toBe(now + 30 * day)
    expect(parseMoment('2w', now)?.getTime()).toBe(now + 14 * day)
    expect(parseMoment('90m', now)?.getTime()).toBe(now + 5_400_000)
    expect(parseMoment('2027-01-31', now)?.toISOString()).toBe('2027-01-31T00:00:00.000Z')
    expect(parseMoment('2027-01-31T10:00:00+02:00', now)?.toISOString()).toBe('2027-01-31T08:00:00.000Z')
    for (const text of ['', '30', 'd', '1y', 'tomorrow', '2027-02-31x', '2027-13-01']) {
      expect([text, parseMoment(text, now)]).toEqual([text, undefined])
    }
  })
})
