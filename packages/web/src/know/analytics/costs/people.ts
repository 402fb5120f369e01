import type { CostsByUserRow } from '@muster/contract/costs'

export interface PersonCost {
  readonly id: string
  readonly name: string
  cost: number
}

/** Adds rows to the costs of their people. People whose costs are all unknown are left out. */
export function addCosts(people: Map<string, PersonCost>, rows: readonly CostsByUserRow[]): void {
  for (const { group_key: id, user_email, cost } of rows) {
    if (!cost) continue
    const person = people.get(id) ?? { id, name: user_email ?? id, cost: 0 }
    person.cost += cost
    people.set(id, person)
  }
}

/** The largest first. */
export function rankPeople(people: readonly PersonCost[]): PersonCost[] {
  return people.toSorted((one, other) => other.cost - one.cost || (one.name < other.name ? -1 : 1))
}
