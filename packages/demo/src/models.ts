import { earliestDay } from '@muster/contract/analytics'
import type { ModelPrice } from '@muster/contract/prices/price'
import { type DayNumber, toDayNumber } from './calendar.ts'
import type { Choice } from './random.ts'

/** Agents name their tools differently, and each is mostly used with the models of one provider. */
export type Agent = 'first' | 'second' | 'third'

/** The names of the agents. The first one reports the cost of its model calls. */
export const agentNames: Readonly<Record<Agent, { readonly id: string; readonly version: string }>> = {
  first: { id: 'atlas-code', version: '4.2.1' },
  second: { id: 'kestrel-cli', version: '0.61.0' },
  third: { id: 'heron-cli', version: '1.9.3' },
}

export interface Model {
  readonly id: string
  readonly agent: Agent
  readonly tier: 'standard' | 'thinking'
  readonly weight: number
  /** The day of its release; absent if it existed before the demonstration. */
  readonly from?: string
  /** The first day on which it is no longer offered. */
  readonly until?: string
  /** Whether the provider reports tokens that are written to the cache. */
  readonly writesCache: boolean
  /** In dollars for a million tokens; absent if the organization does not know the price. */
  readonly price?: Omit<ModelPrice, 'model' | 'from'>
}

/** Made up, like all data of the demonstration. */
const models: readonly Model[] = [
  {
    id: 'atlas-4',
    agent: 'first',
    tier: 'thinking',
    weight: 5,
    until: '2026-07-01',
    writesCache: true,
    price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  },
  {
    id: 'atlas-4-mini',
    agent: 'first',
    tier: 'standard',
    weight: 2,
    writesCache: true,
    price: { input: 0.8, output: 4, cacheRead: 0.08, cacheWrite: 1 },
  },
  {
    id: 'atlas-5',
    agent: 'first',
    tier: 'thinking',
    weight: 9,
    from: '2026-05-12',
    writesCache: true,
    price: { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
  },
  {
    id: 'kestrel-2',
    agent: 'second',
    tier: 'thinking',
    weight: 3,
    writesCache: false,
    price: { input: 1.5, output: 12, cacheRead: 0.15 },
  },
  {
    id: 'kestrel-2-fast',
    agent: 'second',
    tier: 'standard',
    weight: 1,
    writesCache: false,
    price: { input: 0.3, output: 2.4, cacheRead: 0.03 },
  },
  {
    id: 'heron-3-pro',
    agent: 'third',
    tier: 'thinking',
    weight: 2,
    writesCache: false,
    price: { input: 2, output: 12, cacheRead: 0.2 },
  },
  { id: 'heron-3-flash', agent: 'third', tier: 'standard', weight: 2, writesCache: false },
]

/** The prices that the organization sets for models whose cost no agent reports. */
export const modelPrices: ModelPrice[] = models.flatMap(({ id, agent, price }) =>
  price === undefined || agent === 'first' ? [] : [{ model: id, from: earliestDay, ...price }],
)

/** It takes some weeks until most people use a new model. */
const spreadDays = 28

/** People gradually stop using an old model in the weeks before its end. */
const farewellDays = 45

/** The models from which a user of an agent chooses on a day. */
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
