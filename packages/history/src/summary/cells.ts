import { canonicalModel } from '@muster/contract/model-name'
import { createPriceList } from '@muster/contract/prices/price-list'
import { quarterMs } from '../ledger/ledger.ts'
import type { History } from '../reading.ts'
import { Tally } from './tally.ts'

/** Calls that stay together in every grouping. All sums are made of cells, so that calls are read only once. */
export interface Cell {
  readonly agent: string
  readonly session: string
  /** The working folder of the session; empty if unknown. */
  readonly folder: string
  readonly model: string
  /** A call belongs to the day of its end, as in the service. */
  readonly day: string
  /** The full hour in which the calls began. */
  readonly hour: number
  readonly tally: Tally
  /** When the first and the last call began. */
  firstMs: number
  lastMs: number
}

/** The calls of histories, grouped by agent, session, model, day and hour. */
export function cellsOf(histories: readonly History[], dayOf: (timeMs: number) => string): Cell[] {
  const prices = createPriceList()
  const modelOf = remembered((spelling: string) => canonicalModel(spelling) || 'unknown')
  const priceOf = remembered((spelling: string) => remembered((day: string) => prices.find(spelling, day)?.price))
  return histories.flatMap(({ agent: { agent }, ledger }) => {
    const cells = new Map<string, Cell>()
    for (const sums of ledger.callSums()) {
      const { session, hour, firstMs, lastMs } = sums
      const day = dayOf(sums.endQuarter * quarterMs)
      const model = modelOf(sums.model)
      const name = `${hour} ${day} ${model}\n${session}`
      const folder = ledger.sessions.get(session)?.folder ?? ''
      const cell = cells.get(name) ?? { agent, session, folder, model, day, hour, tally: new Tally(), firstMs, lastMs }
      cells.set(name, cell)
      cell.tally.add(sums, priceOf(sums.model)(day))
      cell.firstMs = Math.min(cell.firstMs, firstMs)
      cell.lastMs = Math.max(cell.lastMs, lastMs)
    }
    return [...cells.values()]
  })
}

/** A cache, because there are few models and days, but millions of calls. */
function remembered<T>(find: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  return (name) => {
    const found = known.get(name)
    if (found !== undefined || known.has(name)) return found as T
    const value = find(name)
    known.set(name, value)
    return value
  }
}
