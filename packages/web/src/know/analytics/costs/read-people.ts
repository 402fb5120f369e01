import type { CostsByUserRow } from '@muster/contract/costs'
import { api } from '../../../app/api.ts'
import { addDays, firstOf } from '../../../ui/days.ts'
import { asQuery, type Filter } from '../filters.ts'
import type { DayRows } from '../queries.ts'
import { addCosts, type PersonCost } from './people.ts'

/** Thousands of people have many rows, so they are read a week at a time, and only their sums are kept. */
const daysAtATime = 7

/** The cost of each person in a range of days. */
export const costsOfPeople = (filters: readonly Filter[]): DayRows<PersonCost> => ({
  name: `costs by person ${JSON.stringify(filters)}`,
  async read({ startDate, endDate }, signal) {
    const people = new Map<string, PersonCost>()
    for (let from = startDate; from <= endDate; from = addDays(from, daysAtATime)) {
      const end = addDays(from, daysAtATime - 1)
      const input = { startDate: from, endDate: firstOf(end, endDate), group_by: 'user', ...asQuery(filters) } as const
      const { data } = await api.analytics.costs(input, { signal })
      addCosts(people, data as CostsByUserRow[])
    }
    return [...people.values()]
  },
})
