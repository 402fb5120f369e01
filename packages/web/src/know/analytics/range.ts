import { type Comparison, monthBefore, weeksBefore } from '@muster/contract/comparison'
import { firstOfMonth, lastOfMonth } from '@muster/contract/days'
import type { Search } from '../../app/search.ts'
import { addDays, earliestDay, lengthOf, monthName, type Range, shortRange } from '../../ui/days.ts'

/**
 * Ranges that move with the calendar, so that an address stays right tomorrow. Whole weeks, because a range of 30 days
 * has between 20 and 22 workdays.
 */
export const presets = {
  month: 'This month',
  'last-month': 'Last month',
  '7d': '7 days',
  '28d': '28 days',
  '91d': '91 days',
} as const
export type Preset = keyof typeof presets

const defaultPreset: Preset = '28d'

export interface ChosenRange {
  readonly range: Range
  /** `undefined` for individually chosen days. */
  readonly preset: Preset | undefined
  /** What the range is compared with, if that has numbers and comparison is on. */
  readonly comparison: Comparison | undefined
  readonly isCompared: boolean
}

/** The selected days in an address. Invalid values are ignored. */
export function chosenRange(search: Search, lastDay: string): ChosenRange {
  const isCompared = search.compare !== 'off'
  const given = givenRange(search, lastDay)
  const preset = given ? undefined : isPreset(search.range) ? search.range : defaultPreset
  const range = given ?? within(rangeOf(preset ?? defaultPreset, lastDay), lastDay)
  const isMonth = preset === undefined ? isBeginOfMonth(range) : preset.endsWith('month')
  const comparison = isMonth ? monthBefore(range) : weeksBefore(range)
  const hasNumbers = isCompared && comparison.range.from >= earliestDay
  return { range, preset, comparison: hasNumbers ? comparison : undefined, isCompared }
}

/** What people call the days that a range is compared with. */
export function nameOfComparison({ days }: Comparison): string {
  return days.from === firstOfMonth(days.to) && days.to === lastOfMonth(days.to)
    ? monthName(days.from)
    : shortRange(days)
}

function rangeOf(preset: Preset, lastDay: string): Range {
  // On the first of a month, its first numbers come tomorrow: until then, both are the month that has just ended.
  const today = addDays(lastDay, 1)
  if (preset === 'month') return { from: firstOfMonth(lastDay), to: lastDay }
  if (preset === 'last-month') {
    const to = addDays(firstOfMonth(today), -1)
    return { from: firstOfMonth(to), to }
  }
  return { from: addDays(lastDay, 1 - Number.parseInt(preset, 10)), to: lastDay }
}

function isPreset(text: string | undefined): text is Preset {
  return text !== undefined && Object.hasOwn(presets, text)
}

/** From the first of a month to a later day of it. A single day is a day. */
function isBeginOfMonth({ from, to }: Range): boolean {
  return from === firstOfMonth(to) && from !== to
}

function givenRange({ from, to }: Search, lastDay: string): Range | undefined {
  if (!isDay(from) || !isDay(to) || from > to) return undefined
  return within({ from, to }, lastDay)
}

function isDay(text: string | undefined): text is string {
  return (
    text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text
  )
}

/** Clamps a range to the days that have numbers. */
function within({ from, to }: Range, lastDay: string): Range {
  const clamp = (day: string) => (day < earliestDay ? earliestDay : day > lastDay ? lastDay : day)
  return { from: clamp(from), to: clamp(to) }
}

/** The query for the range one step earlier or later; `undefined` if it has no numbers. Months step by months. */
export function steppedSearch(range: Range, steps: -1 | 1, lastDay: string): Search | undefined {
  const isMonth = isWholeMonth(range, lastDay)
  const next = isMonth ? nextMonth(range, steps) : nextDays(range, steps)
  if (next.to < earliestDay || next.from > lastDay) return undefined
  const isCut = next.to > lastDay && !isMonth
  const whole = isCut ? { from: addDays(lastDay, 1 - lengthOf(range)), to: lastDay } : next
  return { range: undefined, ...within(whole, lastDay) }
}

/** A month, as far as it has numbers. */
function isWholeMonth({ from, to }: Range, lastDay: string): boolean {
  return from === firstOfMonth(to) && (to === lastDay || to === lastOfMonth(to))
}

function nextMonth({ from }: Range, steps: -1 | 1): Range {
  const first = firstOfMonth(addDays(firstOfMonth(from), steps === 1 ? 31 : -1))
  return { from: first, to: lastOfMonth(first) }
}

/** Moves a range by its length. */
function nextDays(range: Range, steps: -1 | 1): Range {
  const days = lengthOf(range) * steps
  return { from: addDays(range.from, days), to: addDays(range.to, days) }
}
