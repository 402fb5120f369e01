import { addDays } from '@muster/contract/days'
import type { Amounts } from './forecast.ts'

export interface Unusual {
  readonly day: string
  readonly usual: number
  /** The days that it was compared with. */
  readonly compared: readonly string[]
}

const weeks = 8
const fewestWeeks = 4
const deviations = 4
/** Spreads of less than this part of the median are taken for it: where days hardly vary, a few cents are no news. */
const leastSpread = 0.02

/** The days beyond the median ± 4 median deviations of the same weekday in the eight weeks before. */
export function unusualDays(days: readonly string[], amountOf: Amounts, firstDay: string): Unusual[] {
  return days.flatMap((day) => {
    const compared = Array.from({ length: weeks }, (_, week) => addDays(day, -7 * (week + 1)))
    const known = compared.filter((before) => before >= firstDay)
    if (known.length < fewestWeeks) return []
    const usual = median(known.map(amountOf))
    const spread = median(known.map((before) => Math.abs(amountOf(before) - usual)))
    const isUnusual = Math.abs(amountOf(day) - usual) > deviations * Math.max(spread, leastSpread * usual)
    return isUnusual ? [{ day, usual, compared: known }] : []
  })
}

export function median(values: readonly number[]): number {
  const inOrder = values.toSorted((a, b) => a - b)
  const middle = (inOrder.length - 1) / 2
  return ((inOrder[Math.floor(middle)] ?? 0) + (inOrder[Math.ceil(middle)] ?? 0)) / 2
}
