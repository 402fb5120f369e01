import type { PersonTotals } from './person-totals.ts'

/** The columns of the table, in order. The first is text, all others are numbers. */
export const columns = [
  ['name', 'Person'],
  ['billableTokens', 'Billable tokens'],
  ['sessions', 'Sessions'],
  ['messages', 'Messages'],
  ['toolCalls', 'Tool calls'],
  ['filesEdited', 'Files edited'],
  ['commits', 'Commits'],
  ['pullRequests', 'Pull requests'],
  ['activeDays', 'Active days'],
] as const

export type Column = (typeof columns)[number][0]

export function isColumn(text: string | undefined): text is Column {
  return columns.some(([column]) => column === text)
}

export function nameOfPerson({ id, email }: PersonTotals): string {
  return email ?? id
}

interface Wish {
  readonly sort: Column
  readonly isAscending: boolean
  readonly text: string
}

/** The people whose name contains the text, sorted; names ascend by default, numbers descend. */
export function sortPeople(people: readonly PersonTotals[], { sort, isAscending, text }: Wish): PersonTotals[] {
  const wanted = text.trim().toLowerCase()
  const found = wanted ? people.filter((person) => nameOfPerson(person).toLowerCase().includes(wanted)) : [...people]
  const byName = (one: PersonTotals, other: PersonTotals) => (nameOfPerson(one) < nameOfPerson(other) ? -1 : 1)
  const sign = isAscending ? -1 : 1
  return found.toSorted((one, other) =>
    sort === 'name' ? sign * byName(one, other) : sign * (other[sort] - one[sort]) || byName(one, other),
  )
}
