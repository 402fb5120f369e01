import type { History } from '../read-history.ts'
import type { NamedTally } from './tallies.ts'

const mostNamed = 5
const dayMs = 86_400_000

/** Notes for a reader of the numbers, one sentence each. */
export function notesOf(
  histories: readonly History[],
  tallies: readonly NamedTally[],
  isWanted: (timeMs: number) => boolean,
): string[] {
  return [...skippedNotes(histories), ...priceNotes(tallies), ...clockNotes(histories, isWanted)]
}

/** Which files were passed over, and why. */
export function skippedNotes(histories: readonly History[]): string[] {
  const skipped = histories.flatMap(({ ledger }) => ledger.skippedFiles)
  const named = skipped.slice(0, mostNamed).map(({ path, reason }) => `Passed over: ${path} ${reason}.`)
  const more = skipped.length - named.length
  return more > 0 ? [...named, `Passed over: ${more} more.`] : named
}

/** Some models have a price, but not for every kind of token. */
function priceNotes(tallies: readonly NamedTally[]): string[] {
  const unpriced = tallies.filter(({ tally }) => tally.purse.unpricedTokens > 0)
  if (unpriced.length === 0) return []
  const models = [...new Set(unpriced.map(({ model }) => model))].toSorted()
  const shown = models.slice(0, mostNamed).join(', ') + (models.length > mostNamed ? ', …' : '')
  const tokens = unpriced.reduce((sum, { tally }) => sum + tally.purse.unpricedTokens, 0)
  return [`${tokens.toLocaleString('en-US')} tokens have no price (${shown}) and are not in the cost.`]
}

function clockNotes(histories: readonly History[], isWanted: (timeMs: number) => boolean): string[] {
  const tomorrow = Date.now() + dayMs
  let late = 0
  for (const { ledger } of histories) {
    for (let number = 0; number < ledger.calls.size; number += 1) {
      const timeMs = ledger.calls.timeAt(number)
      if (timeMs > tomorrow && isWanted(timeMs)) late += 1
    }
  }
  if (late === 0) return []
  const calls = late === 1 ? '1 call is' : `${late} calls are`
  return [`${calls} dated in the future; a clock was wrong at the time.`]
}
