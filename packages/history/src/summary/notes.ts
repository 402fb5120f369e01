import { hourMs } from '../ledger/ledger.ts'
import type { History } from '../reading.ts'
import type { Cell } from './cells.ts'

const mostNamed = 5
const dayMs = 24 * hourMs

/** Notes for the reader of the numbers, one sentence each. */
export function notesOf(histories: readonly History[], cells: readonly Cell[]): string[] {
  return [...skippedNotes(histories), ...priceNotes(cells), ...clockNotes(cells)]
}

/** Which files were skipped, and why. */
export function skippedNotes(histories: readonly History[]): string[] {
  const skipped = histories.flatMap(({ ledger }) => ledger.skippedFiles)
  const named = skipped.slice(0, mostNamed).map(({ path, reason }) => `Passed over: ${path} ${reason}.`)
  const more = skipped.length - named.length
  return more > 0 ? [...named, `Passed over: ${more} more.`] : named
}

/** Some models have a price, but not for every kind of token. */
function priceNotes(cells: readonly Cell[]): string[] {
  const unpriced = cells.filter(({ tally }) => tally.purse.unpricedTokens > 0)
  if (unpriced.length === 0) return []
  const models = [...new Set(unpriced.map(({ model }) => model))].toSorted()
  const shown = models.slice(0, mostNamed).join(', ') + (models.length > mostNamed ? ', …' : '')
  const tokens = unpriced.reduce((sum, { tally }) => sum + tally.purse.unpricedTokens, 0)
  return [`${tokens.toLocaleString('en-US')} tokens have no price (${shown}) and are not in the cost.`]
}

function clockNotes(cells: readonly Cell[]): string[] {
  const tomorrow = Date.now() + dayMs
  const late = cells.reduce((sum, { hour, tally }) => sum + (hour * hourMs > tomorrow ? tally.calls : 0), 0)
  if (late === 0) return []
  const calls = late === 1 ? '1 call is' : `${late} calls are`
  return [`${calls} dated in the future; a clock was wrong at the time.`]
}
