import { daysOf, weekdayOf } from '@muster/contract/days'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { aCost, type Cost, organizationThatPaid } from './costs-at-places.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-04-17T09:30:00.000Z', MUSTER_RATE_LIMIT: '0' })

const places = { team: 'team', model: 'model', repository: 'repository', user: 'person' } as const

/** What the same weekdays of the days of March that are compared gave on average, for each day of April up to the 16th. */
function expectedOf(costs: readonly Cost[], isMeant: (cost: Cost) => boolean) {
  const sumOf = (days: readonly string[]) =>
    costs.filter((cost) => days.includes(cost.day) && isMeant(cost)).reduce((sum, { cost }) => sum + cost, 0)
  const april = daysOf({ from: '2026-04-01', to: '2026-04-16' })
  const march = daysOf({ from: '2026-03-01', to: '2026-03-16' })
  const before = april.map((day) => {
    const alike = march.filter((other) => weekdayOf(other) === weekdayOf(day))
    return sumOf(alike) / alike.length
  })
  return { now: sumOf(april), before: before.reduce((sum, one) => sum + one, 0) }
}

/** Ten dollars a day. */
function usualDays(from: string, to: string): Cost[] {
  const place = { team: 'Web', model: 'kestrel-2', repository: 'shop', person: 'ada@x.test' }
  return daysOf({ from, to }).map((day) => ({ day, ...place, cost: 10 }))
}

describe('GET /api/v0/analytics/spend', () => {
  it('agrees with a naive sum over the events, in every number', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aCost, { minLength: 20, maxLength: 200 }), async (given) => {
        // So that March has something to be compared with.
        const costs = [
          { day: '2026-01-20', team: 'Web', model: 'm', repository: 'r', person: 'ada@x.test', cost: 1 },
          ...given,
        ]
        const owner = await organizationThatPaid(server(), costs)
        const spend = await owner.analytics.spend({})
        const ofDay = (day: string) => costs.filter((cost) => cost.day === day).reduce((sum, { cost }) => sum + cost, 0)
        const april = daysOf({ from: '2026-04-01', to: '2026-04-17' })
        const spent = april.reduce((sum, day) => sum + ofDay(day), 0)
        expect(spend).toMatchObject({ month: '2026-04', spent, today: ofDay('2026-04-17'), unpricedTokens: 0 })
        expect(spend.days).toEqual(april.map((date) => ({ date, cost: ofDay(date) })))
        const workdays = april.slice(0, -1).filter((day) => weekdayOf(day) % 6 !== 0)
        expect(spend.perWorkday).toBeCloseTo(workdays.reduce((sum, day) => sum + ofDay(day), 0) / workdays.length, 9)
        const whole = expectedOf(costs, () => true)
        if (whole.before === 0) expect(spend.change).toBeNull()
        else expect(spend.change).toBeCloseTo(whole.now / whole.before - 1, 9)
        for (const driver of spend.drivers) {
          const meant = Object.entries(places).filter(([kind]) => kind in driver) as [keyof typeof places, keyof Cost][]
          const { now, before } = expectedOf(costs, (cost) =>
            meant.every(([kind, field]) => cost[field] === driver[kind]),
          )
          expect(driver.change).toBeCloseTo(now - before, 6)
        }
        const months = await owner.analytics.costs({ startDate: '2026-04-01', endDate: '2026-04-16' })
        const known = (months.data as { cost: number | null }[]).reduce((sum, { cost }) => sum + (cost ?? 0), 0)
        expect(spend.spent - (spend.today ?? 0)).toBeCloseTo(known, 9)
      }),
      { numRuns: 6 },
    )
  })

  it('tells an earlier month without today and forecast, and what changed most', async () => {
    const usual = daysOf({ from: '2026-01-20', to: '2026-04-16' }).map((day): Cost => {
      const cost = day === '2026-04-14' ? 99 : day > '2026-03-31' ? 15 : 10
      return {
        day,
        team: 'Web',
        model: cost > 90 ? 'atlas-5' : 'kestrel-2',
        repository: 'shop',
        person: 'ada@x.test',
        cost,
      }
    })
    const owner = await organizationThatPaid(server(), usual)
    expect(await owner.analytics.spend({ month: '2026-03' })).toMatchObject({
      month: '2026-03',
      spent: 310,
      today: null,
      forecast: null,
      change: 0,
      sentences: ['March cost $310.00.', 'Weekday by weekday, that is as much as February.'],
    })
    const april = await owner.analytics.spend({})
    expect(april.unusualDays.map(({ date }) => date)).toContain('2026-04-14')
    expect(april.unusualDays.find(({ date }) => date === '2026-04-14')).toMatchObject({ cost: 99, usual: 10 })
    expect(april.sentences.slice(1, 3)).toEqual([
      'Weekday by weekday, that is 102.5% more than March.',
      'atlas-5 grew most, by $99.00.',
    ])
  })

  it('knows what was spent yesterday before the day is computed, and does not take it for a day without costs', async () => {
    const owner = await organizationThatPaid(server(), usualDays('2026-01-20', '2026-04-15'))
    const { client, ...call } = {
      client: 'web',
      type: 'model_call',
      model: 'm',
      inputTokens: 1,
      outputTokens: 1,
    } as const
    await owner.telemetry.events({ events: [{ ...call, client, time: '2026-04-16T23:59:00Z', cost: 10 }] })
    const { spent, days, unusualDays, forecast } = await owner.analytics.spend({})
    expect(spent).toBe(160)
    expect(days.slice(-2)).toEqual([
      { date: '2026-04-16', cost: 10 },
      { date: '2026-04-17', cost: 0 },
    ])
    expect(unusualDays).toEqual([])
    expect(forecast).toEqual({ amount: 300, low: 300, high: 300 })
  })

  it('tells what it cannot: no price, no month, no usage', async () => {
    const owner = await organizationThatPaid(server(), [])
    expect(await owner.analytics.spend({})).toMatchObject({
      spent: 0,
      forecast: null,
      change: null,
      drivers: [],
      sentences: ['April so far costs $0.00.'],
    })
    await owner.telemetry.events({
      events: [
        {
          time: '2026-04-17T08:00:00Z',
          client: 'web',
          type: 'model_call',
          model: 'house',
          inputTokens: 5,
          outputTokens: 2,
        },
      ],
    })
    server().advance(11_000)
    const { unpricedTokens, sentences } = await owner.analytics.spend({})
    expect(unpricedTokens).toBe(7)
    expect(sentences).toEqual(['April so far costs at least $0.00.', '7 tokens have no price, and are in no amount.'])
    await expect(owner.analytics.spend({ month: '2026-05' })).rejects.toThrow(/still to come/)
    await expect(owner.analytics.spend({ month: '2025-12' })).rejects.toThrow(/2026-01 or later/)
    await expect(owner.analytics.spend({ month: 'May' })).rejects.toThrow(/month/)
  })

  it('tells on the first of a month what became of the one before', async () => {
    const owner = await organizationThatPaid(server(), usualDays('2026-01-20', '2026-04-16'))
    server().advance(14 * 86_400_000)
    const { month, spent, perWorkday, sentences } = await owner.analytics.spend({})
    expect({ month, spent, perWorkday }).toEqual({ month: '2026-05', spent: 0, perWorkday: null })
    expect(sentences[0]).toMatch(/^May so far costs \$0\.00/)
    expect(sentences.slice(1, 3)).toEqual(['April cost $160.00.', 'Weekday by weekday, that is 46.7% less than March.'])
  })
})
