import type { CostsByUserRow } from '@muster/contract/costs'
import { api } from '../../../app/api.ts'
import { addDays, lengthOf, type Range } from '../../../ui/days.ts'
import { addCosts, type PersonCost } from './people.ts'

/** Thousands of people have many rows, so they are read a week at a time, and only their sums are kept. */
const daysAtATime = 7

/** The cost of each person in a range of days. */
export async function readCostsOfPeople(range: Range, signal: AbortSignal): Promise<readonly PersonCost[]> {
  const people = new Map<string, PersonCost>()
  for (let from = range.from; from <= range.to; from = addDays(from, daysAtATime)) {
    const rest = Math.min(daysAtATime, lengthOf({ from, to: range.to }))
    const input = { startDate: from, endDate: addDays(from, rest - 1), group_by: 'user' } as const
    const { data } = await api.analytics.costs(input, { signal })
    addCosts(people, data as CostsByUserRow[])
  }
  return [...people.values()]
}
