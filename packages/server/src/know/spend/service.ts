import { monthBefore } from '@muster/contract/comparison'
import {
  addDays,
  daysOf,
  firstOf as earliest,
  firstOfMonth,
  isWorkday,
  lastOfMonth,
  lastOf as latest,
  type Range,
} from '@muster/contract/days'
import { earliestDay } from '@muster/contract/earliest-day'
import { nanosOfDollar } from '@muster/contract/prices/cost'
import type { Spend, SpendDriver, UnusualDay } from '@muster/contract/spend'
import type { Database } from '../../ground/database/database.ts'
import { invalid } from '../../ground/platform/app-error.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import { dayOf } from '../../ground/platform/days.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { Workers } from '../../ground/platform/workers.ts'
import { type CostSoFar, costSoFar, isPending } from '../analytics/cost-so-far.ts'
import type { EventStore } from '../events/event-store.ts'
import { driversOf, isOne, mostOfKind, placeOf } from './drivers.ts'
import { type Amounts, daysOfHistory, forecastMonth } from './forecast.ts'
import * as repository from './repository.ts'
import { type SpendNumbers, sentencesOf, textOf } from './sentences.ts'
import { type Unusual, unusualDays } from './unusual-days.ts'

export interface SpendService {
  /** What a month, written as 2026-03, costs; without one, this month. */
  ofMonth(principal: Principal, month: string | undefined): Promise<Spend>
}

interface SpendOptions {
  readonly database: Database
  readonly events: EventStore
  readonly clock: Clock
  readonly workers: Workers
}

/** A day that is not final is computed again after this time, for all who ask. */
const keptMs = 10_000
/** A part of an unusual day is told if it is at least this much of the difference. */
const leastPart = 0.5

export function createSpend({ database, events, clock, workers }: SpendOptions): SpendService {
  const kept = new Map<string, { readonly at: number; readonly sums: Promise<CostSoFar> }>()

  function soFar(organizationId: string, day: string): Promise<CostSoFar> {
    const now = clock.now()
    for (const [key, { at }] of kept) if (now - at >= keptMs) kept.delete(key)
    const key = `${organizationId} ${day}`
    const sums = kept.get(key)?.sums ?? costSoFar({ database, events, workers }, organizationId, day)
    if (!kept.has(key)) kept.set(key, { at: now, sums })
    sums.catch(() => kept.delete(key))
    return sums
  }

  async function driversBy(organizationId: string, weights: ReadonlyMap<string, number>) {
    const changes = await repository.changes(database, organizationId, weights, mostOfKind)
    const users = changes.flatMap(({ place }) => place.user ?? [])
    const names = await repository.namesOf(database, organizationId, users)
    return driversOf(changes, (id) => names.get(id))
  }

  /** An unusual day, with what most of its difference is. */
  async function explained(
    organizationId: string,
    { day, usual, compared }: Unusual,
    cost: number,
  ): Promise<UnusualDay> {
    const weights = new Map([[day, 1], ...compared.map((before): [string, number] => [before, -1 / compared.length])])
    const drivers = await driversBy(organizationId, weights)
    return { date: day, cost, usual, driver: mostOf(drivers, cost - usual) ?? null }
  }

  /** What changed on these days since the same days of the month before, and which of them were unusual. */
  async function changesOf(organizationId: string, told: Range, { amountOf, firstDay }: History): Promise<Changes> {
    const { days, weightOf } = monthBefore(told)
    const [toldDays, comparedDays] = [daysOf(told), daysOf(days)]
    const [now, before] = [sum(toldDays.map(amountOf)), sum(comparedDays.map((day) => amountOf(day) * weightOf(day)))]
    const isComparable = firstDay <= days.from && before > 0
    const weights = new Map(comparedDays.map((day): [string, number] => [day, -weightOf(day)]))
    for (const day of toldDays) weights.set(day, 1)
    const unusual = unusualDays(toldDays, amountOf, firstDay)
    const [drivers, unusualWithDrivers] = await Promise.all([
      isComparable ? driversBy(organizationId, weights) : [],
      Promise.all(unusual.map((one) => explained(organizationId, one, amountOf(one.day)))),
    ])
    const change = isComparable ? { share: now / before - 1, amount: now - before, before: days.from } : undefined
    return { change, drivers, unusualDays: unusualWithDrivers }
  }

  return {
    async ofMonth({ organizationId }, month) {
      const todayIs = dayOf(clock.now())
      const first = firstDayOf(month, todayIs)
      const isOver = lastOfMonth(first) < todayIs
      const end = isOver ? lastOfMonth(first) : todayIs
      // Right after midnight the batch is still at yesterday, which is known in part, like today.
      const isWaiting = await isPending(database, organizationId, addDays(todayIs, -1))
      const lastDay = earliest(end, addDays(todayIs, isWaiting ? -2 : -1))
      const past = lastDay < first ? [] : daysOf({ from: first, to: lastDay })
      const open = daysOf({ from: latest(first, addDays(lastDay, 1)), to: end })
      // On the first of a month nothing is over yet: what changed is told of the month before.
      const told = { from: firstOfMonth(lastDay), to: lastDay }
      const [rows, firstDay, ...since] = await Promise.all([
        repository.days(database, organizationId, addDays(told.from, -daysOfHistory), lastDay),
        repository.firstDay(database, organizationId),
        ...open.map((day) => soFar(organizationId, day)),
      ])
      const byDay = new Map(rows.map((row) => [row.day, row]))
      const amountOf = (day: string) => (byDay.get(day)?.nanos ?? 0) / nanosOfDollar
      const unpricedOf = (days: readonly string[]) => sum(days.map((day) => byDay.get(day)?.unpriced ?? 0))
      const history = { amountOf, firstDay: firstDay ?? todayIs }
      const openAmounts = since.map(({ nanos }) => nanos / nanosOfDollar)
      const known = { days: open.length, amount: sum(openAmounts) }
      const hasForecast = !isOver && addDays(lastDay, 1) >= first
      const own = {
        month: first,
        isOver,
        spent: sum(past.map(amountOf)) + known.amount,
        forecast: hasForecast ? forecastMonth({ ...history, lastDay, since: known }) : undefined,
        unpricedTokens: unpricedOf(past) + sum(since.map(({ unpriced }) => unpriced)),
      }
      const changes = await changesOf(organizationId, told, history)
      const sentences =
        told.from === first
          ? sentencesOf({ ...own, ...changes })
          : [
              ...sentencesOf({ ...own, ...noChanges }),
              ...sentencesOf({ ...monthThatEnded(told, amountOf, unpricedOf), ...changes }),
            ]
      const workdays = past.filter(isWorkday)
      return {
        month: first.slice(0, 7),
        currency: 'USD',
        spent: own.spent,
        today: isOver ? null : (openAmounts.at(-1) ?? 0),
        forecast: own.forecast ?? null,
        perWorkday: workdays.length === 0 ? null : sum(workdays.map(amountOf)) / workdays.length,
        change: changes.change?.share ?? null,
        unpricedTokens: own.unpricedTokens,
        budgets: [],
        drivers: changes.drivers,
        sentences: sentences.map(textOf),
        words: sentences,
        days: [
          ...past.map((date) => ({ date, cost: amountOf(date) })),
          ...open.map((date, at) => ({ date, cost: openAmounts[at] ?? 0 })),
        ],
        unusualDays: changes.unusualDays,
      }
    },
  }
}

interface History {
  readonly amountOf: Amounts
  /** The first day with costs. */
  readonly firstDay: string
}

type Changes = Pick<SpendNumbers, 'change' | 'drivers'> & {
  readonly unusualDays: UnusualDay[]
  readonly drivers: SpendDriver[]
}

const noChanges = { change: undefined, drivers: [], unusualDays: [] }

function monthThatEnded(told: Range, amountOf: Amounts, unpricedOf: (days: readonly string[]) => number) {
  const days = daysOf(told)
  const spent = sum(days.map(amountOf))
  return { month: told.from, isOver: true, spent, forecast: undefined, unpricedTokens: unpricedOf(days) }
}

/** The first day of a month that the caller may ask for. */
function firstDayOf(month: string | undefined, today: string): string {
  const first = month === undefined ? firstOfMonth(today) : `${month}-01`
  if (first > today)
    throw invalid('month', `must be ${today.slice(0, 7)} or earlier: that month is still to come in UTC`)
  if (lastOfMonth(first) >= earliestDay) return first
  throw invalid('month', `must be ${earliestDay.slice(0, 7)} or later, since there is no data before`)
}

/** One thing that is most of a difference: rather who or what for than with which agent. */
function mostOf(drivers: readonly SpendDriver[], difference: number): SpendDriver | undefined {
  const alone = drivers.filter((driver) => isOne(placeOf(driver)) && driver.change / difference >= leastPart)
  const kinds = ['team', 'user', 'repository', 'model', 'agent'] as const
  return kinds.flatMap((kind) => alone.filter((driver) => kind in driver))[0]
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
