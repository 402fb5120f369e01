import type { Search } from '../../app/search.ts'
import { addDays, earliestDay, lengthOf, type Range } from '../../ui/days.ts'

/** How many days back from yesterday. */
export const presets = { '7d': 7, '30d': 30, '90d': 90 } as const
export type Preset = keyof typeof presets

const defaultPreset: Preset = '30d'

export interface ChosenRange {
  readonly range: Range
  /** `undefined` for days that were chosen individually. */
  readonly preset: Preset | undefined
  /** The same number of days before, if there are numbers for them and somebody wants to see them. */
  readonly previous: Range | undefined
  readonly isCompared: boolean
}

/** The days of an address. Invalid values are ignored. */
export function chosenRange(search: Search, lastDay: string): ChosenRange {
  const isCompared = search.compare !== 'off'
  const given = givenRange(search, lastDay)
  const preset = given ? undefined : isPreset(search.range) ? search.range : defaultPreset
  const range = given ?? within({ from: addDays(lastDay, 1 - presets[preset ?? defaultPreset]), to: lastDay }, lastDay)
  const previous = shifted(range, -1)
  const hasPrevious = isCompared && previous.from >= earliestDay
  return { range, preset, previous: hasPrevious ? previous : undefined, isCompared }
}

function isPreset(text: string | undefined): text is Preset {
  return text !== undefined && Object.hasOwn(presets, text)
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

/** Nothing before the first day, and nothing after the last. */
function within({ from, to }: Range, lastDay: string): Range {
  const clamp = (day: string) => (day < earliestDay ? earliestDay : day > lastDay ? lastDay : day)
  return { from: clamp(from), to: clamp(to) }
}

/** As many days earlier or later as the range is long. */
function shifted(range: Range, steps: number): Range {
  const days = lengthOf(range) * steps
  return { from: addDays(range.from, days), to: addDays(range.to, days) }
}

/** The search of an address that shows the range one step earlier or later; `undefined` where there is nothing. */
export function steppedSearch(range: Range, steps: -1 | 1, lastDay: string): Search | undefined {
  const next = shifted(range, steps)
  if (next.to < earliestDay || next.from > lastDay) return undefined
  const isCut = next.to > lastDay
  const whole = isCut ? { from: addDays(lastDay, 1 - lengthOf(range)), to: lastDay } : next
  return { range: undefined, ...within(whole, lastDay) }
}
