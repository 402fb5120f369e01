import { createPriceList } from '@muster/contract/prices/price-list'
import type { History } from '@muster/history/read-history'
import { blockMs } from '@muster/history/summary/blocks'
import { type DatedCall, DatedCalls } from '@muster/history/summary/dated-call'
import { dayInZone } from '@muster/history/summary/day-in-zone'
import { groupCalls } from '@muster/history/summary/group'
import { rememberPrices } from '@muster/history/summary/remember-prices'
import { Tally } from '@muster/history/summary/tally'

export interface Standing {
  readonly today: Tally
  readonly month: Tally
  /** The current span of five hours, if it has any calls. */
  readonly block: Block | undefined
}

interface Block {
  readonly tally: Tally
  readonly endsMs: number
  /** Dollars an hour since its first call. */
  readonly dollarsPerHour: number
  /** Its expected cost at its end, at this rate. */
  readonly projected: number
}

const hourMs = 3_600_000
/** A rate over a shorter time is meaningless. */
const leastMs = 60_000

/** The current standing: today, this month, and the current span, whatever days were asked for. */
export function standingOf(histories: readonly History[], timezone: string, nowMs: number): Standing {
  const prices = rememberPrices(createPriceList())
  const dayOf = dayInZone(timezone)
  const calls = new DatedCalls(histories, dayOf)
  const today = dayOf(nowMs)
  const standing = { today: new Tally(), month: new Tally() }
  for (const { call, day } of calls) {
    if (!day.startsWith(today.slice(0, 7))) continue
    standing.month.add(call, day, prices)
    if (day === today) standing.today.add(call, day, prices)
  }
  return { ...standing, block: runningBlock(calls, nowMs) }
}

function runningBlock(calls: Iterable<DatedCall>, nowMs: number): Block | undefined {
  // Later ones are of a clock that was wrong.
  const last = groupCalls(calls, 'block').findLast(({ firstMs }) => firstMs <= nowMs)
  const endsMs = last ? Date.parse(last.name) + blockMs : 0
  if (!last || endsMs <= nowMs) return undefined
  const spent = last.tally.purse.money?.amount ?? 0
  const dollarsPerHour = (spent / Math.max(leastMs, nowMs - last.firstMs)) * hourMs
  return { tally: last.tally, endsMs, dollarsPerHour, projected: spent + (dollarsPerHour * (endsMs - nowMs)) / hourMs }
}
