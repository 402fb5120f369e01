import type { PriceList } from '@muster/contract/prices/price-list'
import type { History } from '../read-history.ts'
import type { DatedCall } from './dated-call.ts'

const mostNamed = 5
const dayMs = 86_400_000

/** Notes for a reader of the numbers, one sentence each. */
export function notesOf(
  histories: readonly History[],
  calls: Iterable<DatedCall>,
  unpricedTokens: number,
  prices: PriceList,
  isWanted: (timeMs: number) => boolean,
): string[] {
  return [...skippedNotes(histories), ...priceNotes(calls, unpricedTokens, prices), ...clockNotes(histories, isWanted)]
}

/** Which files were passed over, and why. */
export function skippedNotes(histories: readonly History[]): string[] {
  const skipped = histories.flatMap(({ ledger }) => ledger.skippedFiles)
  const named = skipped.slice(0, mostNamed).map(({ path, reason }) => `Passed over: ${path} ${reason}.`)
  const more = skipped.length - named.length
  return more > 0 ? [...named, `Passed over: ${more} more.`] : named
}

function priceNotes(calls: Iterable<DatedCall>, unpricedTokens: number, prices: PriceList): string[] {
  if (unpricedTokens === 0) return []
  const named = new Set<string>()
  for (const { call, day, model } of calls) {
    if (call.cost === undefined && !prices.find(call.model, day)) named.add(model)
  }
  const models = [...named].toSorted()
  const shown = models.slice(0, mostNamed).join(', ') + (models.length > mostNamed ? ', …' : '')
  const count = unpricedTokens.toLocaleString('en-US')
  return [`${count} tokens have no price${shown === '' ? '' : ` (${shown})`} and are not in the cost.`]
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
