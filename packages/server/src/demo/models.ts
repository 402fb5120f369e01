import { type DayNumber, toDayNumber } from './calendar.ts'
import type { Choice } from './random.ts'

/** Agents differ in what they call their tools, and each is mostly used with the models of one maker. */
export type Agent = 'first' | 'second' | 'third'

export interface Model {
  readonly id: string
  readonly agent: Agent
  readonly tier: 'standard' | 'thinking'
  readonly weight: number
  /** The day of its release; without one it was there before. */
  readonly from?: string
  /** The first day on which it is gone. */
  readonly until?: string
  /** Whether the maker reports what is written to the cache. */
  readonly writesCache: boolean
}

/** Made up, like all of the demonstration. */
const models: readonly Model[] = [
  { id: 'atlas-4', agent: 'first', tier: 'thinking', weight: 5, until: '2026-07-01', writesCache: true },
  { id: 'atlas-4-mini', agent: 'first', tier: 'standard', weight: 2, writesCache: true },
  { id: 'atlas-5', agent: 'first', tier: 'thinking', weight: 9, from: '2026-05-12', writesCache: true },
  { id: 'kestrel-2', agent: 'second', tier: 'thinking', weight: 3, writesCache: false },
  { id: 'kestrel-2-fast', agent: 'second', tier: 'standard', weight: 1, writesCache: false },
  { id: 'heron-3-pro', agent: 'third', tier: 'thinking', weight: 2, writesCache: false },
  { id: 'heron-3-flash', agent: 'third', tier: 'standard', weight: 2, writesCache: false },
]

/** A new model needs some weeks until most people have changed over. */
const spreadDays = 28

/** An old model is left little by little in the weeks before its end. */
const farewellDays = 45

/** What somebody who is used to an agent chooses from on a day. */
export function modelsOn(day: DayNumber, favourite: Agent): [Choice<Model>, ...Choice<Model>[]] {
  const choices = models.flatMap((model): Choice<Model>[] => {
    const since = model.from === undefined ? spreadDays : day - toDayNumber(model.from) + 1
    const left = model.until === undefined ? farewellDays : toDayNumber(model.until) - day
    if (since <= 0 || left <= 0) return []
    const spread = Math.min(1, since / spreadDays) * Math.min(1, left / farewellDays)
    return [[model, model.weight * spread * (model.agent === favourite ? 12 : 1)]]
  })
  return choices as [Choice<Model>, ...Choice<Model>[]]
}
