import { createPriceList, type PriceList } from '@muster/contract/prices/price-list'
import { blocksOf } from './blocks.ts'
import type { DatedCall } from './dated-call.ts'
import { weekOf } from './day-in-zone.ts'
import { rememberPrices } from './remember-prices.ts'
import { Tally } from './tally.ts'

export const groupings = ['day', 'week', 'month', 'model', 'project', 'session', 'agent', 'block'] as const
export type Grouping = (typeof groupings)[number]

export interface Grouped {
  readonly name: string
  readonly tally: Tally
  /** The day, folder and agent of the first call that was found. */
  readonly day: string
  readonly folder: string
  readonly agent: string
  /** When its first and its last call were made. */
  readonly firstMs: number
  readonly lastMs: number
}

const nameOf: Readonly<Record<Exclude<Grouping, 'block'>, (call: DatedCall) => string>> = {
  day: ({ day }) => day,
  week: ({ day }) => weekOf(day),
  month: ({ day }) => day.slice(0, 7),
  model: ({ model }) => model,
  project: ({ folder }) => folder || '(unknown)',
  session: ({ call }) => call.session,
  agent: ({ agent }) => agent,
}

/** Sums of calls with something in common. Spans of time come in order, everything else by cost, the highest first. */
export function groupCalls(
  calls: Iterable<DatedCall>,
  grouping: Grouping,
  list: PriceList = createPriceList(),
): Grouped[] {
  const prices = rememberPrices(list)
  const groupOf = grouping === 'block' ? blocksOf(calls) : nameOf[grouping]
  const groups = new Map<string, { -readonly [Key in keyof Grouped]: Grouped[Key] }>()
  for (const dated of calls) {
    const name = groupOf(dated)
    const { timeMs } = dated.call
    const group = groups.get(name) ?? begin(name, dated)
    groups.set(name, group)
    group.tally.add(dated.call, dated.day, prices)
    group.firstMs = Math.min(group.firstMs, timeMs)
    group.lastMs = Math.max(group.lastMs, timeMs)
  }
  return [...groups.values()].toSorted((a, b) => (isSpan(grouping) ? a.firstMs - b.firstMs : weight(b) - weight(a)))
}

function begin(name: string, { call: { timeMs }, day, folder, agent }: DatedCall) {
  return { name, tally: new Tally(), day, folder, agent, firstMs: timeMs, lastMs: timeMs }
}

/** Whether the groups are spans of time. */
export function isSpan(grouping: Grouping): boolean {
  return ['day', 'week', 'month', 'block'].includes(grouping)
}

function weight({ tally }: Grouped): number {
  return (tally.purse.money?.amount ?? 0) * 1e12 + tally.input + tally.output
}
