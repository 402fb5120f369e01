import type { PriceList } from '@muster/contract/prices/price-list'
import type { History } from '../read-history.ts'
import type { DatedCall } from './dated-call.ts'

const mostNamed = 5
const dayMs = 86_400_000

/** Notes for a reader of the numbers, one sentence each. */
export function notesOf(
  histories: readonly History[],
  calls: readonly DatedCall[],
  unpricedTokens: number,
  prices: PriceList,
): string[] {
  return [...skippedNotes(histories), ...priceNotes(calls, unpricedTokens, prices), ...clockNotes(calls)]
}

function skippedNotes(histories: readonly History[]): string[] {
  const skipped = histories.flatMap(({ ledger }) => ledger.skippedFiles)
  const named = skipped.slice(0, mostNamed).map(({ path, reason }) => `Passed over: ${path} ${reason}.`)
  const more = skipped.length - named.length
  return more > 0 ? [...named, `Passed over: ${more} more.`] : named
}

function priceNotes(calls: readonly DatedCall[], unpricedTokens: number, prices: PriceList): string[] {
  if (unpricedTokens === 0) return []
  const priceless = calls.filter(({ call, day }) => call.cost === undefined && !prices.find(call.model, day))
  const models = [...new Set(priceless.map(({ model }) => model))].toSorted()
  const shown = models.slice(0, mostNamed).join(', ') + (models.length > mostNamed ? ', …' : '')
  const count = unpricedTokens.toLocaleString('en-US')
  return [`${count} tokens have no price${shown === '' ? '' : ` (${shown})`} and are not in the cost.`]
}

function clockNotes(calls: readonly DatedCall[]): string[] {
  const tomorrow = Date.now() + dayMs
  const late = calls.filter(({ call }) => call.timeMs > tomorrow).length
  return late > 0 ? [`${late} calls are dated in the future; a clock was wrong when they were written.`] : []
}
