import type { Search } from '../../app/search.ts'
import { addDays, earliestDay, lengthOf, type Range } from '../../ui/days.ts'

/** The number of days, ending with yesterday. */
export const presets = { '7d': 7, '30d': 30, '90d': 90 } as const
export type Preset = keyof typeof presets

const defaultPreset: Preset = '30d'

export interface ChosenRange {
  readonly range: Range
  /** `undefined` for individually chosen days. */
  readonly preset: Preset | undefined
  /** The preceding range of the same length, if it has numbers and comparison is on. */
  readonly previous: Range | undefined
  readonly isCompared: boolean
}

/** The selected days in an address. Invalid values are ignored. */
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

/** Clamps a range to the days that have numbers. */
function within({ from, to }: Range, lastDay: string): Range {
  const clamp = (day: string) => (day < earliestDay ? earliestDay : day > lastDay ? lastDay : day)
  return { from: clamp(from), to: clamp(to) }
}

/** Moves a range by multiples of its length. */
function shifted(range: Range, steps: number): Range {
  const days = lengthOf(range) * steps
  return { from: addDays(range.from, days), to: addDays(range.to, days) }
}

/** The query for the range one step earlier or later; `undefined` if it has no numbers. */
export function steppedSearch(range: Range, steps: -1 | 1, lastDay: string): Search | undefined {
  const next = shifted(range, steps)
  if (next.to < earliestDay || next.from > lastDay) return undefined
  const isCut = next.to > lastDay
  const whole = isCut ? { from: addDays(lastDay, 1 - lengthOf(range)), to: lastDay } : next
  return { range: undefined, ...within(whole, lastDay) }
}
