import { addDays, daysOf, lastOfMonth, weekdayOf } from '@muster/contract/days'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forecastMonth } from './forecast.ts'

const firstDay = '2026-01-14'
const aLastDay = fc.integer({ min: 60, max: 300 }).map((days) => addDays(firstDay, days))
const aWeek = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 7, maxLength: 7 })

/** Numbers between 0 and 1 that look like chance, and are the same in every run. */
function chanceFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    const more = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((more ^ (more >>> 14)) >>> 0) / 2 ** 32
  }
}

describe('a forecast', () => {
  it('of amounts that depend on the weekday alone is exact, and its band has no width', () => {
    fc.assert(
      fc.property(aLastDay, aWeek, (lastDay, week) => {
        const amountOf = (day: string) => week[weekdayOf(day)] ?? 0
        const from = addDays(lastDay, 1)
        const month = daysOf({ from: `${from.slice(0, 8)}01`, to: lastOfMonth(from) })
        const amount = month.reduce((sum, day) => sum + amountOf(day), 0)
        const forecast = forecastMonth({ amountOf, firstDay, lastDay, since: { days: 1, amount: 0 } })
        expect(forecast?.amount).toBeCloseTo(amount, 6)
        expect((forecast?.high ?? 0) - (forecast?.low ?? 0)).toBeCloseTo(0, 6)
      }),
      { numRuns: 40 },
    )
  })

  it('holds about four of five months of amounts that vary by chance around their weekday, or grow', () => {
    let held = 0
    const tries = 300
    for (let seed = 1; seed <= tries; seed++) {
      const chance = chanceFrom(seed)
      const amounts = new Map(
        daysOf({ from: firstDay, to: '2026-07-31' }).map((day) => {
          const usual = weekdayOf(day) % 6 === 0 ? 10 : 100
          return [day, usual * (1 + (chance() + chance() - 1) / 2)] as const
        }),
      )
      const amountOf = (day: string) => amounts.get(day) ?? 0
      const lastDay = addDays('2026-06-30', seed % 28)
      const forecast = forecastMonth({ amountOf, firstDay, lastDay, since: { days: 1, amount: 0 } })
      const whole = daysOf({ from: '2026-07-01', to: '2026-07-31' }).reduce((sum, day) => sum + amountOf(day), 0)
      if (forecast && whole >= forecast.low && whole <= forecast.high) held++
    }
    expect(held / tries).toBeGreaterThan(0.75)
    expect(held / tries).toBeLessThan(0.85)
  })

  it('needs forecasts that came true or not, never says less than is spent, and takes more of today if today is more', () => {
    const amountOf = () => 10
    expect(
      forecastMonth({ amountOf, firstDay: '2026-03-01', lastDay: '2026-04-02', since: { days: 1, amount: 0 } }),
    ).toBeUndefined()
    const known = { amountOf, firstDay: '2026-03-01', lastDay: '2026-03-30' }
    expect(forecastMonth({ ...known, since: { days: 1, amount: 0 } })).toEqual({ amount: 310, low: 310, high: 310 })
    expect(forecastMonth({ ...known, since: { days: 1, amount: 50 } })).toEqual({ amount: 350, low: 350, high: 350 })
  })
})
