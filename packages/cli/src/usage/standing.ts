import { hourMs } from '@muster/history/ledger/ledger'
import { blockMs } from '@muster/history/summary/blocks'
import type { Cell } from '@muster/history/summary/cells'
import { dayInZone } from '@muster/history/summary/day-in-zone'
import { groupCells } from '@muster/history/summary/group'
import { Tally } from '@muster/history/summary/tally'

export interface Standing {
  readonly today: Tally
  readonly month: Tally
  /** The current five-hour block, if it has any calls. */
  readonly block: Block | undefined
}

interface Block {
  readonly tally: Tally
  readonly endsMs: number
  /** Dollars per hour since its first call. */
  readonly dollarsPerHour: number
  /** The expected cost at its end, at this rate. */
  readonly projected: number
}

/** A rate over a shorter time is meaningless. */
const leastMs = 60_000

/** The current standing: today, this month and the current block, whatever days were requested. */
export function standingOf(cells: readonly Cell[], timezone: string, nowMs: number): Standing {
  const today = dayInZone(timezone)(nowMs)
  const standing = { today: new Tally(), month: new Tally() }
  for (const { day, tally } of cells) {
    if (day.startsWith(today.slice(0, 7))) standing.month.addAll(tally)
    if (day === today) standing.today.addAll(tally)
  }
  return { ...standing, block: runningBlock(cells, nowMs) }
}

function runningBlock(cells: readonly Cell[], nowMs: number): Block | undefined {
  // Blocks in the future come from a wrong clock.
  const last = groupCells(cells, 'block').findLast(({ firstMs }) => firstMs <= nowMs)
  const endsMs = last ? Date.parse(last.name) + blockMs : 0
  if (!last || endsMs <= nowMs) return undefined
  const spent = last.tally.purse.money?.amount ?? 0
  const dollarsPerHour = (spent / Math.max(leastMs, nowMs - last.firstMs)) * hourMs
  return { tally: last.tally, endsMs, dollarsPerHour, projected: spent + (dollarsPerHour * (endsMs - nowMs)) / hourMs }
}
