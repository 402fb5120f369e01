import { addDays, daysOf, firstOfMonth, lastOfMonth } from '@muster/contract/days'

/** Amounts by day; a day without usage is 0. */
export type Amounts = (day: string) => number

export interface Forecast {
  readonly amount: number
  readonly low: number
  readonly high: number
}

interface Known {
  readonly amountOf: Amounts
  /** The first day with usage: the days before tell nothing. */
  readonly firstDay: string
  /** The last day whose amount is final. */
  readonly lastDay: string
  /** How many days after it are known in part, and what is known of them. */
  readonly since: { readonly days: number; readonly amount: number }
}

/** A day is expected to be like the mean of so many earlier days of its weekday. */
const mostSamples = 4
const fewestSamples = 2
/** From how many earlier days forecasts of the same length are looked at, and how many there must be. */
const daysOfForecasts = 84
const fewestForecasts = 7
/** The band is as wide as this part of them was off at most. */
const partOfForecasts = 0.8

/** How far back the amounts must be known. */
export const daysOfHistory = daysOfForecasts + 31 + 7 * mostSamples

/**
 * What the month of the day after `lastDay` will cost: each day to come as the same weekday of the last four weeks on
 * average. The band is as wide as four of five such forecasts of the last twelve weeks were off, whatever the reason:
 * chance, growth, holidays.
 */
export function forecastMonth({ amountOf, firstDay, lastDay, since }: Known): Forecast | undefined {
  const from = addDays(lastDay, 1)
  const coming = daysOf({ from, to: lastOfMonth(from) })
  const expect = (lastDay: string) => expected({ amountOf, firstDay, lastDay }, coming.length)
  const rest = expect(lastDay)
  const errors = daysOf({ from: addDays(lastDay, 1 - daysOfForecasts), to: lastDay }).flatMap((day) => {
    const start = addDays(day, -coming.length)
    const told = start >= firstDay ? expect(start) : undefined
    const was = told && sum(daysOf({ from: addDays(start, 1), to: day }).map(amountOf))
    return was === undefined || !told ? [] : [Math.abs(was / told - 1)]
  })
  if (rest === undefined || errors.length < fewestForecasts) return undefined
  const past = sum(daysOf({ from: firstOfMonth(from), to: lastDay }).map(amountOf))
  const amount = past + rest + Math.max(0, since.amount - (expected({ amountOf, firstDay, lastDay }, since.days) ?? 0))
  const spread = rest * (errors.toSorted((a, b) => a - b)[Math.ceil(errors.length * partOfForecasts) - 1] ?? 0)
  return { amount, low: Math.max(past + since.amount, amount - spread), high: amount + spread }
}

/** What the next days after `lastDay` are expected to cost; `undefined` without enough days to go by. */
function expected({ amountOf, firstDay, lastDay }: Omit<Known, 'since'>, days: number): number | undefined {
  let total = 0
  for (let ahead = 1; ahead <= days; ahead++) {
    const back = 7 * Math.ceil(ahead / 7)
    const alike = Array.from({ length: mostSamples }, (_, week) => addDays(lastDay, ahead - back - 7 * week))
    const known = alike.filter((day) => day >= firstDay)
    if (known.length < fewestSamples) return undefined
    total += sum(known.map(amountOf)) / known.length
  }
  return total
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
