import type { Cell } from '@muster/history/summary/cells'
import { Tally } from '@muster/history/summary/tally'
import { dollars, money, spent } from './amounts.ts'
import { standingOf } from './standing.ts'

/**
 * One line for the status line of an agent. If the agent writes a JSON object with the session id to standard input,
 * the line begins with the cost of that session.
 */
export function statusLine(
  cells: readonly Cell[],
  timezone: string,
  nowMs: number,
  sessionId: string | undefined,
): string {
  const { today, month, block } = standingOf(cells, timezone, nowMs)
  const session = new Tally()
  for (const cell of cells) if (cell.session === sessionId) session.addAll(cell.tally)
  const parts = [`${spent(today)} today`, `${spent(month)} this month`]
  if (session.calls > 0) parts.unshift(`${money(session.purse.money)} session`)
  if (block) parts.push(`${dollars(block.dollarsPerHour)}/h, ${timeLeft(block.endsMs - nowMs)} left in block`)
  return parts.join(' · ')
}

function timeLeft(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`
}
