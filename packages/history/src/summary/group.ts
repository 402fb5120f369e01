import { blocksOf } from './blocks.ts'
import type { Cell } from './cells.ts'
import { weekOf } from './day-in-zone.ts'
import { Tally } from './tally.ts'

export const groupings = ['day', 'week', 'month', 'model', 'project', 'session', 'agent', 'block'] as const
export type Grouping = (typeof groupings)[number]

export interface Grouped {
  readonly name: string
  readonly tally: Tally
  /** The day, folder and agent of its first call. */
  readonly day: string
  readonly folder: string
  readonly agent: string
  /** When its first and its last call were made. */
  readonly firstMs: number
  readonly lastMs: number
}

const nameOf: Readonly<Record<Exclude<Grouping, 'block'>, (cell: Cell) => string>> = {
  day: ({ day }) => day,
  week: ({ day }) => weekOf(day),
  month: ({ day }) => day.slice(0, 7),
  model: ({ model }) => model,
  project: ({ folder }) => folder || '(unknown)',
  session: ({ session }) => session,
  agent: ({ agent }) => agent,
}

/** Sums of calls by group. Time spans are sorted by time, everything else by cost, the highest first. */
export function groupCells(cells: readonly Cell[], grouping: Grouping): Grouped[] {
  const groupOf = grouping === 'block' ? blocksOf(cells) : nameOf[grouping]
  const groups = new Map<string, { -readonly [Key in keyof Grouped]: Grouped[Key] }>()
  for (const cell of cells.toSorted((a, b) => a.firstMs - b.firstMs)) {
    const { day, folder, agent, firstMs, lastMs } = cell
    const name = groupOf(cell)
    const group = groups.get(name) ?? { name, tally: new Tally(), day, folder, agent, firstMs, lastMs }
    groups.set(name, group)
    group.tally.addAll(cell.tally)
    group.lastMs = Math.max(group.lastMs, lastMs)
  }
  return [...groups.values()].toSorted((a, b) => (isSpan(grouping) ? a.firstMs - b.firstMs : weight(b) - weight(a)))
}

/** Whether the groups are time spans. */
export function isSpan(grouping: Grouping): boolean {
  return ['day', 'week', 'month', 'block'].includes(grouping)
}

function weight({ tally }: Grouped): number {
  return (tally.purse.money?.amount ?? 0) * 1e12 + tally.input + tally.output
}
