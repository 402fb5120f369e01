import type { CostGroup } from '@muster/contract/costs'
import { addDays, daysOf, firstOf } from '@muster/contract/days'
import { createPriceList } from '@muster/contract/prices/price-list'
import type { Handle } from '../../ground/database/database.ts'
import * as costs from './cost-repository.ts'
import type { DayRange } from './dates.ts'
import type { Piece } from './documents.ts'
import * as repository from './repository.ts'
import { costsRows } from './work/costs-rows.ts'

export interface FilteredCosts {
  /** One row for each of its keys; without one, the rows of the days. */
  readonly group: CostGroup | undefined
  readonly filter: costs.CostFilter
}

/** So many days are added up at once. */
const daysAtOnce = 31

/** The rows of costs that the same days would have if nothing else had happened. */
export async function* filteredCosts(
  handle: Handle,
  organizationId: string,
  { group, filter }: FilteredCosts,
  { startDate, endDate }: DayRange,
): AsyncGenerator<Piece> {
  const [members, own] = await Promise.all([
    repository.people(handle, organizationId),
    costs.prices(handle, organizationId),
  ])
  const prices = createPriceList(own)
  const emails = new Map(members.map(({ id, email }) => [id, email]))
  // People whom the organization does not know have their address as their id.
  const emailOf = (id: string) => emails.get(id) ?? (id.includes('@') ? id : null)
  for (let from = startDate; from <= endDate; from = addDays(from, daysAtOnce)) {
    const range = { from, to: firstOf(addDays(from, daysAtOnce - 1), endDate) }
    const byDay = await costs.costsByDay(handle, organizationId, range, group ?? 'model', filter)
    for (const day of daysOf(range)) {
      const groups = { ...nothing, [group ?? 'model']: byDay.get(day) ?? new Map() }
      const { row, groups: rows, users } = costsRows(day, groups, prices, emailOf)
      const told = group === undefined ? [row] : group === 'user' ? users : rows[group]
      for (const each of told) yield { text: JSON.stringify(each), isRest: false }
    }
  }
}

const nothing = { model: new Map(), user: new Map(), team: new Map(), agent: new Map(), repository: new Map() }
