import { hourMs } from '../ledger/ledger.ts'
import type { Cell } from './cells.ts'

const blockHours = 5
export const blockMs = blockHours * hourMs

/**
 * The five-hour blocks of subscriptions: after a block ends, the next one begins at the full hour of the first call.
 * Returns a function for the start of a cell's block.
 */
export function blocksOf(cells: readonly Cell[]): (cell: Cell) => string {
  const starts = new Map<number, string>()
  let start = Number.NEGATIVE_INFINITY
  for (const hour of [...new Set(cells.map((cell) => cell.hour))].sort((a, b) => a - b)) {
    if (hour >= start + blockHours) start = hour
    starts.set(hour, new Date(start * hourMs).toISOString())
  }
  return ({ hour }) => starts.get(hour) ?? ''
}
